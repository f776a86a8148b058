#include "front/fsp/elaborate/channel.h"

#include <cassert>

#include <fmt/format.h>

#include "front/fsp/elaborate/state_names.h"

namespace parley::fsp {

namespace {

// The words of up to 'room' messages, ordered by length and then by their digits, where the oldest message is
// the first digit. So a word is a length and a number.
class Words {
 public:
  Words(std::uint64_t values, std::uint64_t room) : values_(values) {
    firsts_.push_back(0);
    powers_.push_back(1);
    for (std::uint64_t length = 0; length < room; ++length) {
      firsts_.push_back(firsts_.back() + powers_.back());
      powers_.push_back(powers_.back() * values_);
    }
  }
  // The number of words, if it is below 'most'.
  static std::optional<std::uint64_t> count(std::uint64_t values, std::uint64_t room, std::uint64_t most) {
    if (room >= most) return std::nullopt;
    std::uint64_t total = 1;
    std::uint64_t power = 1;
    for (std::uint64_t length = 0; length < room; ++length) {
      if (power > most / values) return std::nullopt;
      power *= values;
      total += power;
      if (total >= most) return std::nullopt;
    }
    return total;
  }
  LocalState state(std::size_t length, std::uint64_t number) const { return LocalState(firsts_[length] + number); }
  std::uint64_t of_length(std::size_t length) const { return powers_[length]; }
  std::uint64_t digit(std::size_t length, std::uint64_t number, std::size_t at) const {
    assert(at < length);
    return number / powers_[length - 1 - at] % values_;
  }
  std::uint64_t without(std::size_t length, std::uint64_t number, std::size_t at) const {
    const std::uint64_t behind = powers_[length - 1 - at];
    return number / (behind * values_) * behind + number % behind;
  }
  std::uint64_t with(std::uint64_t number, std::uint64_t digit) const { return number * values_ + digit; }

 private:
  std::uint64_t values_;
  std::vector<std::uint64_t> firsts_;   // per length: the state of the first word
  std::vector<std::uint64_t> powers_;   // per length: the number of words
};

class ChannelAutomaton {
 public:
  ChannelAutomaton(Index index, Evaluator& evaluator)
      : index_(index), channel_(evaluator.ast().channels[index]), eval_(evaluator) {}

  Template run() {
    const std::uint64_t room = capacity();
    if (channel_.values != kNone) values_ = eval_.globals().carried.at(channel_.name);
    const std::uint64_t values = channel_.values == kNone ? 1 : values_.size();
    const auto states = Words::count(values, room, kNone);
    if (!states)
      eval_.reporter().refuse(eval_.place(channel_.offset), "fsp-too-large",
                              fmt::format("channel '{}' has too many states: {} values, room for {}", text(), values, room),
                              "each order of messages is a state");
    eval_.limits().expect(*states * (kBytesOfState + (values + 2) * sizeof(Edge) * 2));
    const Words words(values, room);
    builder_.add_states(*states);
    result_.definition = {DefinitionKind::kChannel, index_};
    result_.name = channel_.name;
    result_.offset = channel_.offset;
    const std::uint32_t send = add_labels("send");
    const std::uint32_t receive = add_labels("receive");
    const std::uint32_t lose = channel_.is_lossy ? add_labels("lose") : 0;
    for (std::size_t length = 0; length <= room; ++length)
      for (std::uint64_t number = 0; number < words.of_length(length); ++number) {
        eval_.pulse().beat();
        const LocalState from = words.state(length, number);
        if (length < room)
          for (std::uint64_t v = 0; v < values; ++v) add_edge(from, send + v, words.state(length + 1, words.with(number, v)));
        if (length == 0) continue;
        const std::uint64_t oldest = words.digit(length, number, 0);
        add_edge(from, receive + oldest, words.state(length - 1, words.without(length, number, 0)));
        if (channel_.is_duplicating) add_edge(from, receive + oldest, from);
        if (!channel_.is_lossy) continue;
        add_losses(words, length, number, lose);
      }
    name_states(words, room);
    result_.lts = std::move(builder_).build();
    result_.uses.assign(result_.labels.size(), LabelUse::kVisible);
    result_.is_extension.assign(result_.labels.size(), false);
    return std::move(result_);
  }

 private:
  static constexpr std::uint64_t kBytesOfState = 120;
  static constexpr std::size_t kLongestName = 64;   // a queue of more messages is named by its number

  std::string text() const { return eval_.names().symbols.text(channel_.name); }

  std::uint64_t capacity() {
    if (channel_.capacity == kNone) return 1;
    const std::int64_t capacity = eval_.number(channel_.capacity, kNoScope);
    if (capacity < 1)
      eval_.reporter().refuse(eval_.place(eval_.ast().exprs[channel_.capacity].offset), "fsp-range",
                              fmt::format("channel '{}' has room for {} messages", text(), capacity),
                              "it needs room for one; processes that share a label meet without a channel");
    return static_cast<std::uint64_t>(capacity);
  }

  // Adds one label per value; returns the first one.
  std::uint32_t add_labels(std::string_view action) {
    Names& names = eval_.names();
    const auto first = static_cast<std::uint32_t>(result_.labels.size());
    const Path path = names.paths.child(names.paths.child(kEmptyPath, channel_.name), names.symbols.intern(action));
    if (channel_.values == kNone) result_.labels.push_back(path);
    for (const Value& value : values_) result_.labels.push_back(eval_.append(path, value));
    for (std::size_t label = first; label < result_.labels.size(); ++label) builder_.add_label(names.text(result_.labels[label]));
    return first;
  }

  // Losing one or another of several equal messages in a row has the same result, so there is one edge for
  // them.
  void add_losses(const Words& words, std::size_t length, std::uint64_t number, std::uint32_t lose) {
    if (values_.size() <= 1) return add_edge(words.state(length, number), lose, words.state(length - 1, 0));
    for (std::size_t at = 0; at < length; ++at) {
      const std::uint64_t message = words.digit(length, number, at);
      if (at > 0 && message == words.digit(length, number, at - 1)) continue;
      add_edge(words.state(length, number), lose + message, words.state(length - 1, words.without(length, number, at)));
    }
  }

  void add_edge(LocalState from, std::uint64_t label, LocalState to) { builder_.add_edge(from, LocalLabel(label), to); }

  void name_states(const Words& words, std::uint64_t room) {
    std::vector<std::string> names{"EMPTY"};
    for (std::size_t length = 1; length <= room; ++length)
      for (std::uint64_t number = 0; number < words.of_length(length); ++number) {
        eval_.pulse().beat();
        std::string name = "Q";
        if (values_.empty()) name += "." + std::to_string(length);
        else if (length > kLongestName) name.clear();
        else
          for (std::size_t at = 0; at < length; ++at) name += "." + eval_.text(values_[words.digit(length, number, at)]);
        names.push_back(std::move(name));
        builder_.add_alias(words.state(length, number), "Q");
      }
    // Values with dots (a.b beside a and b) can give two queues the same name.
    for (auto& [state, name] : number_equal_names(names, eval_.pulse())) builder_.add_alias(LocalState(state), std::move(name));
    for (std::size_t state = 0; state < names.size(); ++state)
      if (!names[state].empty()) builder_.set_name(LocalState(state), std::move(names[state]));
  }

  Index index_;
  const Channel& channel_;
  Evaluator& eval_;
  std::vector<Value> values_;
  Template result_;
  LtsBuilder builder_;
};

}   // namespace

Template channel_template(Index channel, Evaluator& evaluator) { return ChannelAutomaton(channel, evaluator).run(); }

}   // namespace parley::fsp
