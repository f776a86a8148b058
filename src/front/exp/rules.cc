#include "front/exp/rules.h"

#include <algorithm>
#include <cassert>

namespace parley::exp {

template <class T>
std::uint32_t RulePool::grow(std::vector<T>& list, T element) {
  pulse_.beat();
  if (list.size() >= kLeaf) throw TooManyRules{};
  if (list.size() == list.capacity()) limits_.expect(2 * list.capacity() * sizeof(T));
  list.push_back(element);
  return static_cast<std::uint32_t>(list.size() - 1);
}

std::uint32_t RulePool::participant(std::uint32_t component, std::uint32_t label) {
  assert((component & kLeaf) == 0);
  return grow(pairs_, Pair{component | kLeaf, label});
}

std::uint32_t RulePool::both(std::uint32_t left, std::uint32_t right) { return grow(pairs_, Pair{left, right}); }

void RulePool::append(Bucket& bucket, std::uint32_t participants) {
  const std::uint32_t rule = grow(rules_, Rule{participants, kNone});
  join(bucket, {rule, rule});
}

void RulePool::join(Bucket& bucket, Bucket other) {
  if (other.empty()) return;
  if (bucket.empty()) {
    bucket = other;
    return;
  }
  rules_[bucket.last].next = other.first;
  bucket.last = other.last;
}

std::vector<std::uint32_t> RulePool::members(const Bucket& bucket) {
  std::vector<std::uint32_t> found;
  if (bucket.empty()) return found;
  for (std::uint32_t rule = bucket.first;; rule = rules_[rule].next) {
    pulse_.beat();
    found.push_back(rule);
    if (rule == bucket.last) break;
  }
  // Buckets were joined in arbitrary order, even in that of a hash table. The order of rules must not depend
  // on it.
  std::sort(found.begin(), found.end());
  for (std::uint32_t& rule : found) rule = rules_[rule].participants;
  return found;
}

void RulePool::write(const Behaviour& behaviour, const Labels& labels, NetworkBuilder& builder) {
  std::vector<std::pair<std::uint32_t, Label>> all;   // rule, label
  const auto collect = [&](const Bucket& bucket, Label label) {
    for (std::uint32_t rule = bucket.first; rule != kNone; rule = rules_[rule].next) {
      pulse_.beat();
      if (all.size() == all.capacity()) limits_.expect(2 * all.capacity() * sizeof(all[0]));
      all.emplace_back(rule, label);
      if (rule == bucket.last) break;
    }
  };
  for (const auto& [label, bucket] : behaviour.rules) collect(bucket, label);
  collect(behaviour.hidden, kHidden);
  std::sort(all.begin(), all.end());

  std::vector<Participant> participants;
  std::vector<std::uint32_t> waiting;
  std::size_t written = 0;
  for (const auto& [rule, label] : all) {
    participants.clear();
    waiting.assign(1, rules_[rule].participants);
    while (!waiting.empty()) {
      pulse_.beat();
      const Pair pair = pairs_[waiting.back()];
      waiting.pop_back();
      if ((pair.left & kLeaf) != 0) {
        participants.push_back({ComponentId(std::size_t{pair.left & ~kLeaf}), LocalLabel(std::size_t{pair.right})});
      } else {
        waiting.push_back(pair.right);
        waiting.push_back(pair.left);
      }
    }
    written += participants.size();
    if (written >= kLeaf) throw TooManyRules{};
    builder.add_rule(builder.intern_label(labels.text(label)), participants);
  }
}

}   // namespace parley::exp
