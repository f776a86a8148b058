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
    for (const std::string& edge : split(text, ",")) add_edge(trimmed(edge));
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
  void add_edge(const std::string& text) {
    if (text.empty()) return;
    std::istringstream words(text);
    std::string from;
    std::string arrow;
    std::string to;
    words >> from;
    if (!(words >> arrow)) {   // a state alone
      state(from);
      return;
    }
    words >> to;
    if (to.empty() || arrow.size() < 4 || arrow.front() != '-' || !arrow.ends_with("->"))
      throw std::invalid_argument("not an edge: " + text);
    const LocalState source = state(from);
    const LocalLabel by = label(arrow.substr(1, arrow.size() - 3));
    builder_.add_edge(source, by, state(to));
  }

  LtsBuilder builder_;
  std::map<std::string, LocalState> states_;
  std::map<std::string, LocalLabel> labels_;
};

}  // namespace

Lts lts(std::string_view text) { return LtsReader().read(text); }

Network network(std::string_view text) {
  NetworkBuilder builder;
  std::vector<std::string> order;                              // labels as they come
  std::map<std::string, std::vector<Participant>> by_label;
  std::vector<Participant> taus;
  for (const std::string& raw : split(text, ";\n")) {
    const std::string line = trimmed(raw);
    if (line.empty()) continue;
    const std::size_t colon = line.find(':');
    std::string name = trimmed(line.substr(0, colon));
    const Role role = name.front() == '?' ? Role::kObserver : Role::kProcess;
    if (role == Role::kObserver) name.erase(0, 1);
    const TemplateId of = builder.add_template(lts(std::string_view(line).substr(colon + 1)));
    const ComponentId component = builder.add_component(name, of, role);
    for (LocalLabel label : builder.lts(of).labels()) {
      const std::string& label_name = builder.lts(of).label_name(label);
      if (label_name == kTau) {
        taus.push_back({component, label});
        continue;
      }
      if (by_label[label_name].empty()) order.push_back(label_name);
      by_label[label_name].push_back({component, label});
    }
  }
  for (const std::string& label : order) builder.add_rule(builder.intern_label(label), by_label[label]);
  for (const Participant& p : taus) builder.add_rule(builder.intern_label(kTau), std::vector{p});
  return std::move(builder).build();
}

std::string to_text(const Lts& lts) {
  std::string text;
  for (LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state))
      text += (text.empty() ? "" : ", ") + lts.state_name(state) + " -" + lts.label_name(edge.label) + "-> " + lts.state_name(edge.target);
  return text;
}

std::string to_text(const Network& network) {
  std::string text;
  for (ComponentId component : network.components())
    text += (network.is_observer(component) ? "?" : "") + std::string(network.name(component)) + ": " + to_text(network.lts(component)) + "\n";
  for (RuleId rule : network.rules()) {
    text += std::string(network.label_name(rule)) + " =";
    for (const Participant& p : network.participants(rule))
      text += (&p == &network.participants(rule)[0] ? " " : " * ") + std::string(network.name(p.component)) + "." +
              network.lts(p.component).label_name(p.label);
    text += "\n";
  }
  return text;
}

}  // namespace parley::testing
