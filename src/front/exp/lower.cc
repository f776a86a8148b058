// From an expression to a network, one node of the Ast at a time, children first.
//
// Each node becomes a Behaviour: its rules, by label (rules.h). A leaf has one rule per label of its
// automaton. Parallel operators join rules (compose.h), with Sharing for the labels that they synchronise on;
// 'label par using' combines them as its vectors say. hide, cut and rename change the label of rules, or
// remove them; Patterns says which labels a word means (patterns.h, regexp.h). At the end the rules of the
// root become those of the network (RulePool::write). No state is ever explored, so the cost depends on the
// number of rules only.
#include "front/exp/lower.h"

#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>

#include "front/exp/compose.h"
#include "front/exp/patterns.h"

namespace parley::exp {

namespace {

class Lowering {
 public:
  Lowering(const Ast& ast, const SourceText& source, const Limits& limits, Progress& progress)
      : ast_(ast),
        limits_(limits),
        room_(limits),
        progress_(progress),
        reporter_(source, diagnostics_),
        pool_(limits),
        behaviours_(ast.nodes.size()) {}

  Result<Network> run() && {
    intern_labels();
    try {
      Pulse pulse(limits_, 256);
      for (std::uint32_t node = 0; node < ast_.nodes.size(); ++node) {
        if (pulse.beat()) progress_.report({.phase = "composing", .done = node, .total = ast_.nodes.size()});
        behaviours_[node] = behaviour(ast_.nodes[node]);
      }
      if (diagnostics_.has_errors()) return std::move(diagnostics_);
      return Result<Network>(network(), std::move(diagnostics_));
    } catch (const TooManyRules&) {
      reporter_.error(ast_.nodes.back().place, "exp-too-large", "this expression has more than 2^31 rules");
      return std::move(diagnostics_);
    }
  }

 private:
  // Interns the labels of all files first, so that a word that means no label can be recognised.
  void intern_labels() {
    labels_of_file_.resize(ast_.files.size());
    Pulse pulse(limits_);
    for (std::size_t file = 0; file < ast_.files.size(); ++file) {
      const Lts& lts = ast_.files[file].lts;
      limits_.expect(lts.num_labels() * 64);
      for (const LocalLabel label : lts.labels()) {
        pulse.beat();
        labels_of_file_[file].push_back(labels_.intern(lts.label_name(label)));
      }
    }
  }

  Behaviour behaviour(const Node& node) {
    switch (node.kind) {
      case NodeKind::kLeaf: return leaf(node.component);
      case NodeKind::kFull: return compose_fully(children(node), pool_);
      case NodeKind::kInterleave:
      case NodeKind::kSync:
      case NodeKind::kPar: return compose(children(node), sharing(node), labels_, pool_);
      case NodeKind::kVectors: return vectors(node);
      case NodeKind::kHide:
      case NodeKind::kCut: return hidden_or_cut(node);
      case NodeKind::kRename: return renamed(node);
    }
    return {};
  }

  std::vector<Behaviour> children(const Node& node) {
    std::vector<Behaviour> result;
    result.reserve(node.children.count);
    for (const std::uint32_t child : ast_.children_of(node)) result.push_back(std::move(behaviours_[child]));
    return result;
  }

  Behaviour leaf(std::uint32_t component) {
    Behaviour result;
    const std::vector<Label>& labels = labels_of_file_[ast_.components[component].file];
    for (std::uint32_t local = 0; local < labels.size(); ++local) {
      Bucket& bucket = labels[local] == kHidden ? result.hidden : result.rules[labels[local]];
      pool_.append(bucket, pool_.participant(component, local));
    }
    return result;
  }

  // The item for a word of a par or |[ ]|. In a list of gates, a quoted text that is more than a gate is a
  // label.
  Item shared_item(const Word& word, Mode mode) {
    const std::string_view text = ast_.text(word);
    const bool is_quoted = word.is_quoted != 0;
    const bool is_label = mode == Mode::kLabel || gate_of(text).size() != text.size();
    const Item item = is_label ? label_item(labels_, text, is_quoted) : gate_item(labels_, text, is_quoted);
    if (item.kind == Item::Kind::kNothing) warn_unused(word, "no component performs '{}'");
    return item;
  }

  Sharing sharing(const Node& node) {
    Sharing result(labels_, node.children.count);
    result.share_everywhere(gate_item(labels_, kTermination, true));
    const std::span<const Range> interfaces = node.kind == NodeKind::kPar ? ast_.interfaces_of(node) : std::span<const Range>();
    for (std::uint32_t branch = 0; branch < interfaces.size(); ++branch)
      for (const Word& word : ast_.words_of(interfaces[branch]))
        if (const Item item = shared_item(word, node.mode); item.kind != Item::Kind::kNothing) result.list(branch, item);
    for (const Word& word : ast_.words_of(node.words)) {
      const Item item = shared_item(word, node.mode);
      if (item.kind == Item::Kind::kNothing) continue;
      if (word.count > 0) result.share_among_some(item, word.count);
      else result.share_everywhere(item);
    }
    return result;
  }

  Behaviour vectors(const Node& node) {
    const std::span<const std::uint32_t> branches = ast_.children_of(node);
    Behaviour result;
    std::vector<std::vector<std::uint32_t>> parts;
    for (const Vector& vector : ast_.vectors_of(node)) {
      parts.clear();
      for (const Entry& entry : ast_.entries_of(vector)) {
        parts.push_back(members_of(branches[entry.branch], entry.word));
        if (parts.back().empty()) break;
      }
      assert(!parts.empty());   // check() refused vectors without entries
      if (parts.back().empty()) continue;
      const Label label = labels_.intern(ast_.text(vector.result));
      append_products(parts, label == kHidden ? result.hidden : result.rules[label], pool_);
    }
    for (const std::uint32_t branch : branches) {
      pool_.join(result.hidden, behaviours_[branch].hidden);
      behaviours_[branch] = {};
    }
    return result;
  }

  // The rules of a branch that an entry of a vector means. If the branch is a component without a transition
  // for the label, the component never performs it. The vector then still becomes a rule, as in other
  // formats; it never fires.
  std::vector<std::uint32_t> members_of(std::uint32_t branch, const Word& word) {
    const Behaviour& behaviour = behaviours_[branch];
    Items items(labels_);
    items.add(label_item(labels_, ast_.text(word), word.is_quoted != 0));
    std::vector<std::uint32_t> members;
    for (const Label label : items.candidates())
      if (const auto found = behaviour.rules.find(label); found != behaviour.rules.end()) {
        const std::vector<std::uint32_t> more = pool_.members(found->second);
        members.insert(members.end(), more.begin(), more.end());
      }
    if (!members.empty()) return members;
    const std::uint32_t component = ast_.nodes[branch].component;
    if (component == kNone) {
      warn_unused(word, "this behaviour never performs '{}'");
      return members;
    }
    const std::uint32_t file = ast_.components[component].file;
    warn_unused(word, "this component has no transition '{}'");
    const auto added = idle_labels_[file].emplace(
        ast_.text(word), static_cast<std::uint32_t>(labels_of_file_[file].size() + idle_labels_[file].size()));
    members.push_back(pool_.participant(component, added.first->second));
    return members;
  }

  Behaviour hidden_or_cut(const Node& node) {
    Behaviour result = std::move(behaviours_[ast_.children_of(node)[0]]);
    Patterns patterns(ast_, ast_.words_of(node.words), node.mode, labels_, limits_);
    const auto drop = [&](Label label, Bucket bucket) {
      if (const std::optional<std::uint32_t> name = patterns.names().find(label)) patterns.meet(*name);
      if (node.kind == NodeKind::kHide) pool_.join(result.hidden, bucket);
    };
    if (patterns.are_names() && !node.is_all_but) {
      take_out(result, patterns.names(), drop);
    } else {
      for (auto at = result.rules.begin(); at != result.rules.end();) {
        const bool is_met = patterns.find(at->first).has_value();
        if (is_met == node.is_all_but) {
          ++at;
          continue;
        }
        drop(at->first, at->second);
        at = result.rules.erase(at);
      }
    }
    warn_of_unmet(node, patterns);
    return result;
  }

  Behaviour renamed(const Node& node) {
    Behaviour result = std::move(behaviours_[ast_.children_of(node)[0]]);
    const std::span<const Word> words = ast_.words_of(node.words);
    const std::span<const Word> results = ast_.results_of(node);
    Patterns patterns(ast_, words, node.mode, labels_, limits_);
    std::map<Label, Bucket> taken;   // ordered, so that new labels are numbered in the order of the old ones
    if (patterns.are_names()) {
      take_out(result, patterns.names(), [&](Label label, Bucket bucket) { taken.emplace(label, bucket); });
    } else {
      taken.insert(result.rules.begin(), result.rules.end());
      result.rules.clear();
    }
    std::map<std::uint32_t, Replacement> replacements;
    for (const auto& [label, bucket] : taken) {
      const std::optional<Patterns::Hit> hit = patterns.find(label);
      Label renamed_label = label;
      if (hit) {
        const auto [at, is_new] = replacements.try_emplace(hit->pattern);
        const Word& to = results[hit->pattern];
        if (is_new && to.is_quoted == 0) at->second = Replacement::literal(ast_.text(to));
        if (is_new && to.is_quoted != 0) Replacement::parse(ast_.text(to), patterns.groups(hit->pattern), at->second);
        renamed_label = new_label(node, label, patterns, *hit, at->second);
      }
      pool_.join(renamed_label == kHidden ? result.hidden : result.rules[renamed_label], bucket);
    }
    warn_of_unmet(node, patterns);
    return result;
  }

  Label new_label(const Node& node, Label label, const Patterns& patterns, const Patterns::Hit& hit,
                  const Replacement& replacement) {
    const std::string_view text = labels_.text(label);
    const std::string_view subject = patterns.subject(label);
    std::string name(subject.substr(0, hit.match.ends[0]));
    replacement.append_to(name, subject, hit.match);
    std::size_t end = hit.match.ends[1];
    if (node.mode == Mode::kMultiple) append_others(name, subject, *patterns.regexp(hit.pattern), hit.match, replacement, end);
    name += subject.substr(end);
    if (node.mode == Mode::kGate) {
      if (is_hidden_text(name)) return kHidden;
      name += text.substr(subject.size());
    }
    if (name.empty())
      reporter_.error(ast_.results_of(node)[hit.pattern].place, "exp-empty-label",
                      fmt::format("nothing is left of the label '{}'", text));
    return labels_.intern(name);
  }

  // Replaces further matches after the first one. 'end' is where the last match ends.
  void append_others(std::string& name, std::string_view subject, const Regexp& regexp, Match match,
                     const Replacement& replacement, std::size_t& end) {
    for (;;) {
      const bool was_empty = match.ends[0] == match.ends[1];
      if (was_empty && end == subject.size()) return;
      const std::size_t from = was_empty ? end + 1 : end;
      if (!regexp.find(subject, from, match, room_)) return;
      // An empty match directly after another match does not count.
      if (match.ends[0] == match.ends[1] && match.ends[0] == end && !was_empty) {
        if (end == subject.size() || !regexp.find(subject, end + 1, match, room_)) return;
      }
      name += subject.substr(end, match.ends[0] - end);
      replacement.append_to(name, subject, match);
      end = match.ends[1];
    }
  }

  // Only this many labels are searched for a hint, so that many warnings do not cost more than reading.
  Label end_of_compared() const {
    constexpr std::size_t kMostCompared = 1000;
    return static_cast<Label>(std::min(labels_.size(), kMostCompared));
  }

  // Whether a word that is compared with gates would match if it were compared with whole labels.
  bool means_whole_labels(const Word& word) {
    Regexp regexp;
    if (word.is_quoted == 0 || Regexp::compile(ast_.text(word), regexp)) return false;
    Match match;
    for (Label label = 1; label < end_of_compared(); ++label)
      if (regexp.matches(labels_.text(label), match, room_) && !regexp.matches(labels_.gate_text(label), match, room_))
        return true;
    return false;
  }

  void warn_unused(const Word& word, std::string_view what) {
    if (reporter_.has_warned_enough()) return;
    std::vector<std::string_view> near;
    for (Label label = 1; label < end_of_compared(); ++label)
      if (labels_.text(label) != ast_.text(word)) near.push_back(labels_.text(label));
    const std::string_view meant = nearest_name(ast_.text(word), near);
    warn_unused(word, what, meant.empty() ? "" : fmt::format("did you mean \"{}\"?", meant));
  }

  void warn_unused(const Word& word, std::string_view what, const std::string& hint) {
    reporter_.warning(word.place, "exp-unused", fmt::format(fmt::runtime(what), ast_.text(word)), hint);
  }

  void warn_of_unmet(const Node& node, const Patterns& patterns) {
    const std::span<const Word> words = ast_.words_of(node.words);
    const std::string_view name = node.kind == NodeKind::kHide ? "hide" : node.kind == NodeKind::kCut ? "cut" : "rename";
    constexpr std::string_view kWhat = "'{}' has no effect here";
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      if (patterns.was_met(i) || is_hidden_text(ast_.text(words[i]))) continue;
      if (reporter_.has_warned_enough()) return;
      if (node.mode == Mode::kGate && means_whole_labels(words[i]))
        warn_unused(words[i], kWhat, fmt::format("it is held against gates; 'total {}' compares whole labels", name));
      else warn_unused(words[i], kWhat);
    }
  }

  // The automaton of a file, extended by the labels that occur only in vectors.
  Lts with_idle_labels(std::uint32_t file) {
    const Lts& lts = ast_.files[file].lts;
    const auto idle = idle_labels_.find(file);
    if (idle == idle_labels_.end()) return lts;
    std::vector<std::string_view> names(idle->second.size());
    for (const auto& [name, number] : idle->second) names[number - lts.num_labels()] = name;
    LtsBuilder builder;
    builder.add_states(lts.num_states());
    builder.set_initial(lts.initial());
    for (const LocalLabel label : lts.labels()) builder.add_label(lts.label_name(label));
    for (const std::string_view name : names) builder.add_label(std::string(name));
    for (const LocalState state : lts.states()) {
      for (const Edge& edge : lts.edges(state)) builder.add_edge(state, edge.label, edge.target);
      if (lts.is_terminal(state)) builder.set_terminal(state);
    }
    return std::move(builder).build();
  }

  Network network() {
    NetworkBuilder builder;
    std::vector<TemplateId> templates;
    for (std::uint32_t file = 0; file < ast_.files.size(); ++file) {
      limits_.expect(ast_.files[file].lts.bytes());
      templates.push_back(builder.add_template(with_idle_labels(file)));
    }
    for (const Component& component : ast_.components)
      builder.add_component(ast_.texts.view(component.name), templates[component.file]);
    pool_.write(behaviours_.back(), labels_, builder);
    return std::move(builder).build();
  }

  const Ast& ast_;
  const Limits& limits_;
  MatchScratch room_;
  Progress& progress_;
  Diagnostics diagnostics_;
  Reporter reporter_;
  Labels labels_;
  RulePool pool_;
  std::vector<Behaviour> behaviours_;   // by node; empty once used
  std::vector<std::vector<Label>> labels_of_file_;
  std::map<std::uint32_t, std::map<std::string, std::uint32_t, std::less<>>> idle_labels_;   // by file
};

}   // namespace

Result<Network> lower(const Ast& ast, const SourceText& source, const Limits& limits, Progress& progress) {
  return Lowering(ast, source, limits, progress).run();
}

}   // namespace parley::exp
