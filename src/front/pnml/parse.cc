#include "front/pnml/parse.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "front/pnml/document.h"
#include "front/pnml/elements.h"

namespace parley {

namespace {

constexpr std::uint32_t kUnset = std::numeric_limits<std::uint32_t>::max();

constexpr std::array<std::string_view, 3> kPlaceTransitionNets = {"http://www.pnml.org/version-2009/grammar/ptnet",
                                                                  "http://www.informatik.hu-berlin.de/top/pntd/ptNetb",
                                                                  "http://www.informatik.hu-berlin.de/top/pnml/ptNetb"};

// Removes the next word from 'text' and returns it; empty at the end.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kXmlBlanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kXmlBlanks));
  text.remove_prefix(word.size());
  return word;
}

// Parses one <net>. Its elements are visited twice: first for the nodes, then for the arcs, because an arc
// may come before the nodes that it joins.
class NetParser : private Elements {
 public:
  NetParser(const XmlDocument& document, std::string_view prefix, pugi::xml_node net, Diagnostics& diagnostics,
            const Limits& limits, Progress& progress)
      : Elements(document, prefix, diagnostics), net_(net), limits_(limits), progress_(progress), pulse_(limits) {}

  PetriNet parse() && {
    result_.id = attribute(net_, "id").value_or("");
    read_type();
    if (diagnostics().has_errors()) return {};   // other types of nets have other elements
    visit([&](pugi::xml_node element, std::string_view name) { read_node(element, name); });
    if (result_.num_places() + result_.num_transitions() == 0 && !diagnostics().has_errors())
      error(document().at(net_, "pnml-empty", "this net has neither places nor transitions"));
    resolve_references();
    visit([&](pugi::xml_node element, std::string_view name) { read_arc(element, name); });
    make_lists();
    if (structure_) read_units();
    return std::move(result_);
  }

 private:
  enum class Kind : std::uint8_t { kPlace, kTransition, kReferencePlace, kReferenceTransition };
  struct Node {
    Kind kind;
    std::uint32_t index;   // of the place or transition; for a reference, that of the node it stands for
    pugi::xml_node element;
  };
  struct Arc {
    std::uint32_t transition;
    std::uint32_t place;
    std::size_t offset;   // of its element
    friend auto operator<=>(const Arc&, const Arc&) = default;
  };

  void read_type() {
    const std::optional<std::string> type = needed(net_, "type");
    if (!type || std::ranges::find(kPlaceTransitionNets, trimmed_xml(*type)) != kPlaceTransitionNets.end()) return;
    error(document().at(net_, net_.attribute("type"), "pnml-type", "this is no place/transition net",
                        fmt::format("read are nets of the type {}", kPlaceTransitionNets[0])));
  }

  // Calls 'read' for each element of the net and of its pages, but not for the pages themselves. Pages may be
  // nested to any depth.
  template <class Read>
  void visit(const Read& read) {
    std::vector<pugi::xml_node> waiting = {net_.first_child()};
    while (!waiting.empty()) {
      const pugi::xml_node node = waiting.back();
      if (!node || diagnostics().full()) {
        waiting.pop_back();
        continue;
      }
      waiting.back() = node.next_sibling();
      if (pulse_.beat()) progress_.report({.phase = "reading"});
      if (node.type() != pugi::node_element) continue;
      const std::string_view name = name_of(node);
      if (name == "page") waiting.push_back(node.first_child());
      else read(node, name);
    }
  }

  void read_node(pugi::xml_node element, std::string_view name) {
    if (name == "place") add_node(element, Kind::kPlace);
    else if (name == "transition") add_node(element, Kind::kTransition);
    else if (name == "referencePlace") add_node(element, Kind::kReferencePlace);
    else if (name == "referenceTransition") add_node(element, Kind::kReferenceTransition);
    else if (name == "toolspecific") read_tool(element);
    else if (name != "arc" && name != "name" && name != "graphics") refuse(element);
  }

  void add_node(pugi::xml_node element, Kind kind) {
    const std::optional<std::string> id = needed(element, "id");
    if (!id) return;
    if (ids_.intern(*id) != nodes_.size()) {
      error(document().at(element, element.attribute("id"), "pnml-id", fmt::format("there is another node {}", named(*id)),
                          "an id is given once in a file"));
      return;
    }
    switch (kind) {
      case Kind::kPlace:
        nodes_.push_back({kind, result_.places.append(*id), element});
        result_.is_marked.push_back(read_marking(element, *id));
        break;
      case Kind::kTransition:
        nodes_.push_back({kind, result_.transitions.append(*id), element});
        only_child(element, "");
        break;
      case Kind::kReferencePlace:
      case Kind::kReferenceTransition:
        nodes_.push_back({kind, kUnset, element});
        only_child(element, "");
        break;
    }
  }

  bool read_marking(pugi::xml_node place, std::string_view id) {
    const pugi::xml_node marking = only_child(place, "initialMarking");
    const std::optional<std::uint64_t> tokens = number_in(marking, 0);
    if (tokens && *tokens > 1)
      error(document().at(marking, "pnml-unsafe",
                          fmt::format("the place {} has several tokens at the start, so the net is not 1-safe", named(id)),
                          "only nets are read in which no place ever has two tokens"));
    return tokens == std::uint64_t{1};
  }

  // Resolves each reference to the place or transition at the end of its chain. Visits each node once.
  void resolve_references() {
    std::vector<std::uint32_t> chain;
    std::vector<bool> is_in_chain(nodes_.size());
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      chain.clear();
      std::uint32_t at = node;
      while (is_reference(nodes_[at].kind) && nodes_[at].index == kUnset) {
        if (is_in_chain[at]) {
          error(document().at(nodes_[at].element, nodes_[at].element.attribute("ref"), "pnml-reference",
                              "this reference leads back to itself"));
          break;
        }
        is_in_chain[at] = true;
        chain.push_back(at);
        const std::optional<std::uint32_t> next = named_by(nodes_[at]);
        if (!next) break;
        at = *next;
        pulse_.beat();
      }
      // An error was reported for a reference that leads nowhere; index 0 is then as good as any.
      const std::uint32_t meant =
          is_reference(nodes_[at].kind) ? nodes_[at].index == kUnset ? 0 : nodes_[at].index : nodes_[at].index;
      for (std::uint32_t passed : chain) nodes_[passed].index = meant;
    }
  }

  static bool is_reference(Kind kind) { return kind == Kind::kReferencePlace || kind == Kind::kReferenceTransition; }
  static bool is_place(Kind kind) { return kind == Kind::kPlace || kind == Kind::kReferencePlace; }

  // The node that a reference names. It must be of the right kind: place or transition.
  std::optional<std::uint32_t> named_by(const Node& reference) {
    const std::optional<std::string> id = needed(reference.element, "ref");
    if (!id) return std::nullopt;
    const pugi::xml_attribute where = reference.element.attribute("ref");
    const std::optional<std::uint32_t> node = ids_.find(*id);
    const std::string_view wanted = is_place(reference.kind) ? "place" : "transition";
    if (!node)
      error(document().at(reference.element, where, "pnml-reference", fmt::format("there is no {} {}", wanted, named(*id))));
    else if (is_place(nodes_[*node].kind) != is_place(reference.kind))
      error(document().at(reference.element, where, "pnml-reference", fmt::format("{} is no {}", named(*id), wanted)));
    else return node;
    return std::nullopt;
  }

  void read_arc(pugi::xml_node element, std::string_view name) {
    if (name != "arc") return;
    const std::optional<std::uint32_t> source = end_of(element, "source");
    const std::optional<std::uint32_t> target = end_of(element, "target");
    check_arc(element);
    if (!source || !target) return;
    const Node& from = nodes_[*source];
    const Node& to = nodes_[*target];
    if (is_place(from.kind) == is_place(to.kind))
      error(document().at(element, "pnml-arc",
                          fmt::format("this arc joins two {}", is_place(from.kind) ? "places" : "transitions"),
                          "an arc joins a place and a transition"));
    else if (is_place(from.kind)) inputs_.push_back({to.index, from.index, XmlDocument::offset_of(element)});
    else outputs_.push_back({from.index, to.index, XmlDocument::offset_of(element)});
  }

  std::optional<std::uint32_t> end_of(pugi::xml_node arc, const char* which) {
    const std::optional<std::string> id = needed(arc, which);
    if (!id) return std::nullopt;
    std::optional<std::uint32_t> node = ids_.find(*id);
    if (!node)
      error(document().at(arc, arc.attribute(which), "pnml-arc", fmt::format("there is no place or transition {}", named(*id))));
    return node;
  }

  // Refuses weights other than 1, and arcs that test or reset a place.
  void check_arc(pugi::xml_node arc) {
    if (const std::optional<std::string> type = attribute(arc, "type"); type && *type != "normal")
      error(document().at(arc, arc.attribute("type"), "pnml-arc", fmt::format("arcs of the type {} are not read", named(*type)),
                          "only ordinary arcs are"));
    const pugi::xml_node inscription = only_child(arc, "inscription");
    const std::optional<std::uint64_t> weight = number_in(inscription, 1);
    if (weight && *weight != 1)
      error(document().at(inscription, "pnml-weight", "the weight of this arc is not 1",
                          "only nets are read in which every arc moves one token"));
  }

  void make_lists() {
    limits_.expect((inputs_.size() + outputs_.size()) * sizeof(std::uint32_t) +
                   result_.num_transitions() * 2 * sizeof(std::size_t));
    make_list(inputs_, result_.presets);
    make_list(outputs_, result_.postsets);
    result_.places.index();
    result_.transitions.index();
  }

  void make_list(std::vector<Arc>& arcs, PlaceLists& lists) {
    limits_.check();
    std::ranges::sort(arcs);
    std::size_t at = 0;
    for (std::uint32_t transition = 0; transition < result_.num_transitions(); ++transition) {
      for (const std::size_t first = at; at < arcs.size() && arcs[at].transition == transition; ++at) {
        pulse_.beat();
        if (at > first && arcs[at].place == arcs[at - 1].place)
          error(document().at(arcs[at].offset, "pnml-weight", "a second arc between these two means a weight of 2",
                              "only nets are read in which every arc moves one token"));
        else lists.add(arcs[at].place);
      }
      lists.end_list();
    }
  }

  void read_tool(pugi::xml_node element) {
    if (attribute(element, "tool") != "nupn") return;
    for (const pugi::xml_node child : element.children()) {
      if (name_of(child) != "structure") continue;
      if (attribute(child, "safe") != "true") continue;
      if (structure_) error(document().at(child, "pnml-unit", "there is a second NUPN section in this net"));
      structure_ = child;
    }
  }

  // Reads the units of the NUPN section. Each place must be in one unit, and the promise of unit safety must
  // not be obviously wrong.
  void read_units() {
    std::vector<std::uint32_t> unit_of(result_.num_places(), kUnset);
    NameTable ids;
    for (const pugi::xml_node element : structure_.children()) {
      if (name_of(element) != "unit" || diagnostics().full()) continue;
      const std::optional<std::string> id = needed(element, "id");
      if (!id) continue;
      const std::size_t known = ids.size();
      if (ids.intern(*id) != known)
        error(document().at(element, element.attribute("id"), "pnml-unit", fmt::format("there is another unit {}", named(*id))));
      read_unit(element, *id, unit_of);
    }
    if (diagnostics().has_errors()) return;
    for (std::uint32_t place = 0; place < unit_of.size(); ++place)
      if (unit_of[place] == kUnset)
        error(
            document().at(structure_, "pnml-unit", fmt::format("the place {} is in no unit", named(result_.places.view(place)))));
    for (std::uint32_t transition = 0; transition < result_.num_transitions(); ++transition)
      if (result_.pre(transition).empty() && !result_.post(transition).empty())
        error(document().at(
            structure_, structure_.attribute("safe"), "pnml-unsafe",
            fmt::format("the transition {} takes no token and gives one whenever it fires, so the net is not 1-safe",
                        named(result_.transitions.view(transition)))));
  }

  void read_unit(pugi::xml_node element, const std::string& id, std::vector<std::uint32_t>& unit_of) {
    PetriNet::Unit unit{.id = id, .places = {}};
    std::size_t tokens = 0;
    for (const pugi::xml_node child : element.children()) {
      if (name_of(child) != "places") continue;
      const std::string text = text_of(child);
      std::string_view rest = text;
      for (std::string_view name = next_word(rest); !name.empty() && !diagnostics().full(); name = next_word(rest)) {
        pulse_.beat();
        const std::optional<std::uint32_t> place = result_.places.find(name);
        if (!place) {
          error(document().at(child, "pnml-unit", fmt::format("there is no place {}", named(name))));
          continue;
        }
        if (unit_of[*place] != kUnset) {
          error(document().at(child, "pnml-unit", fmt::format("the place {} is in a unit already", named(name))));
          continue;
        }
        unit_of[*place] = static_cast<std::uint32_t>(result_.units.size());
        unit.places.push_back(*place);
        if (result_.is_marked[*place]) ++tokens;
      }
    }
    if (tokens > 1)
      error(document().at(element, "pnml-unsafe", fmt::format("the unit {} has {} tokens at the start", named(id), tokens),
                          "safe=\"true\" promises that no unit has two"));
    if (!unit.places.empty()) result_.units.push_back(std::move(unit));
  }

  pugi::xml_node net_;
  const Limits& limits_;
  Progress& progress_;
  Pulse pulse_;
  PetriNet result_;
  NameTable ids_;   // of nodes, references included
  std::vector<Node> nodes_;
  std::vector<Arc> inputs_;   // from a place to a transition
  std::vector<Arc> outputs_;
  pugi::xml_node structure_;   // of the NUPN section, if it declares the net unit-safe
};

}   // namespace

Result<std::vector<PetriNet>> parse_pnml(const std::string& path, std::string text, const Limits& limits, Progress& progress) {
  const Result<XmlDocument> document = XmlDocument::parse(path, std::move(text), "pnml", limits);
  if (!document) return document.diagnostics();
  const pugi::xml_node root = document->root();
  const std::string_view root_name = root.name();
  const std::string_view prefix = root_name.substr(0, root_name.find(':') + 1);   // npos + 1 is 0: no prefix

  Diagnostics diagnostics;
  std::vector<PetriNet> nets;
  NameTable ids;
  for (const pugi::xml_node child : root.children()) {
    if (diagnostics.full() || child.type() != pugi::node_element || child.name() != std::string(prefix) + "net") continue;
    Diagnostics found;
    nets.push_back(NetParser(*document, prefix, child, found, limits, progress).parse());
    if (ids.intern(child.attribute("id").value()) != nets.size() - 1)
      found.add(document->at(child, "pnml-id", "there is another net of this id"));
    diagnostics.append(std::move(found));
  }
  if (diagnostics.has_errors()) return diagnostics;
  if (nets.empty()) return document->at(root, "pnml-empty", "there is no net in this file");
  return nets;
}

Result<PetriNet> read_net(const std::string& path, std::string text, const Limits& limits, Progress& progress) {
  Result<std::vector<PetriNet>> nets = parse_pnml(path, std::move(text), limits, progress);
  if (!nets) return std::move(nets.diagnostics());
  if (nets->size() > 1) {
    Diagnostic several;
    several.code = "pnml-several";
    several.file = path;
    several.message = fmt::format("there are {} nets in this file, where one is expected", nets->size());
    return several;
  }
  return std::move(nets->front());
}

}   // namespace parley
