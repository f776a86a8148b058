#include "support/network_text.h"

#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace parley::testing {

namespace {

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  std::string part;
  for (char c : text) {
    if (separators.find(c) == std::string_view::npos) {
      part += c;
      continue;
    }
    parts.push_back(part);
    part.clear();
  }
  parts.push_back(part);
  return parts;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

class LtsReader {
 public:
  Lts read(std::string_view text) {
    for (const std::string& chain : split(text, ",")) add_chain(chain);
    return std::move(builder_).build();
  }

 private:
  LocalState state(const std::string& name) {
    const auto [at, is_new] = states_.try_emplace(name);
    if (!is_new) return at->second;
    at->second = builder_.add_state(name);
    if (name == "END") builder_.set_terminal(at->second);
    if (name == "ERROR") builder_.set_error(at->second);
    return at->second;
  }
  LocalLabel label(const std::string& name) {
    const auto [at, is_new] = labels_.try_emplace(name);
    if (is_new) at->second = builder_.add_label(name);
    return at->second;
  }
  void add_chain(const std::string& text) {
    std::istringstream words(text);
    std::string from;
    if (!(words >> from)) return;
    state(from);
    std::string arrow;
    std::string to;
    while (words >> arrow) {
      if (!(words >> to) || arrow.size() < 4 || arrow.front() != '-' || !arrow.ends_with("->"))
        throw std::invalid_argument("not an edge: " + text);
      const LocalState source = state(from);
      const LocalLabel by = label(arrow.substr(1, arrow.size() - 3));
      builder_.add_edge(source, by, state(to));
      from = to;
    }
  }

  LtsBuilder builder_;
  std::map<std::string, LocalState> states_;
  std::map<std::string, LocalLabel> labels_;
};

}   // namespace

Lts lts(std::string_view text) { return LtsReader().read(text); }

namespace {

class NetworkReader {
 public:
  Network read(std::string_view text) {
    std::vector<std::string> rules;
    for (const std::string& raw : split(text, ";\n")) {
      const std::string line = trimmed(raw);
      if (line.empty()) continue;
      if (line.find(" = ") != std::string::npos) rules.push_back(line);
      else add_component(line);
    }
    for (const std::string& rule : rules) add_rule(rule);
    if (rules.empty()) share_labels();
    return std::move(builder_).build();
  }

 private:
  void add_component(const std::string& line) {
    const std::size_t colon = line.find(':');
    std::string name = trimmed(line.substr(0, colon));
    const Role role = name.front() == '?' ? Role::kObserver : Role::kProcess;
    if (role == Role::kObserver) name.erase(0, 1);
    const TemplateId of = builder_.add_template(lts(std::string_view(line).substr(colon + 1)));
    const ComponentId component = builder_.add_component(name, of, role);
    for (LocalLabel label : builder_.lts(of).labels()) {
      participants_.push_back({component, label});
      names_.push_back(builder_.lts(of).label_name(label));
      by_name_[name + "." + names_.back()] = {component, label};
    }
  }

  void add_rule(const std::string& line) {
    std::istringstream words(line);
    std::string label;
    std::string word;
    words >> label >> word;   // the label and "="
    std::vector<Participant> participants;
    while (words >> word) participants.push_back(by_name_.at(word));
    builder_.add_rule(builder_.intern_label(label), participants);
  }

  void share_labels() {
    std::vector<std::string> order;
    std::map<std::string, std::vector<Participant>> by_label;
    for (std::size_t i = 0; i < participants_.size(); ++i) {
      if (names_[i] == kTau) continue;
      if (by_label[names_[i]].empty()) order.push_back(names_[i]);
      by_label[names_[i]].push_back(participants_[i]);
    }
    for (const std::string& label : order) builder_.add_rule(builder_.intern_label(label), by_label[label]);
    for (std::size_t i = 0; i < participants_.size(); ++i)
      if (names_[i] == kTau) builder_.add_rule(builder_.intern_label(kTau), std::vector{participants_[i]});
  }

  NetworkBuilder builder_;
  std::vector<Participant> participants_;        // one per label of each component
  std::vector<std::string> names_;               // the names of these labels
  std::map<std::string, Participant> by_name_;   // "component.label"
};

}   // namespace

Network network(std::string_view text) { return NetworkReader().read(text); }

std::string to_text(const Lts& lts) {
  std::string text;
  for (LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state))
      text += (text.empty() ? "" : ", ") + lts.state_name(state) + " -" + lts.label_name(edge.label) + "-> " +
              lts.state_name(edge.target);
  return text;
}

std::string to_text(const Network& network) {
  std::string text;
  for (ComponentId component : network.components())
    text += (network.is_observer(component) ? "?" : "") + std::string(network.name(component)) + ": " +
            to_text(network.lts(component)) + "\n";
  for (RuleId rule : network.rules()) {
    text += std::string(network.label_name(rule)) + " =";
    for (const Participant& p : network.participants(rule))
      text += (&p == &network.participants(rule)[0] ? " " : " * ") + std::string(network.name(p.component)) + "." +
              network.lts(p.component).label_name(p.label);
    text += "\n";
  }
  return text;
}

}   // namespace parley::testing
