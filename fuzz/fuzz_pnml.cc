// Feeds arbitrary bytes to the reader of .pnml files. They are rejected with located errors, or give networks
// with all places and transitions.
#include <cstdint>
#include <cstdlib>

#include "front/pnml/parse.h"
#include "front/pnml/read.h"
#include "front/pnml/translate.h"

using namespace parley;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Progress silent;
  const Limits limits;
  const Result<std::vector<PetriNet>> nets = parse_pnml("fuzz.pnml", text, limits, silent);
  if (!nets) {
    for (const Diagnostic& diagnostic : nets.diagnostics().list())
      if (diagnostic.line == 0 || diagnostic.code.empty()) std::abort();
    return 0;
  }
  for (const PetriNet& net : *nets) {
    const PetriNetwork made = translate(net, limits);
    if (made.marked.size() != net.num_places() || made.network.num_rules() != net.num_transitions()) std::abort();
    for (std::uint32_t place = 0; place < net.num_places(); ++place) {
      const Lts& lts = made.network.lts(made.marked[place].component);
      if (lts.state_name(made.marked[place].states[0]) != net.places.view(place)) std::abort();
      if ((lts.initial() == made.marked[place].states[0]) != net.is_marked[place]) std::abort();
    }
  }
  const Result<std::unique_ptr<Model>> model = read_pnml("fuzz.pnml", text, {}, limits, silent);
  if (!model) std::abort();
  for (const PetriNet& net : *nets)
    if (!net.id.empty() && !(*model)->build(net.id, "", limits, silent)) std::abort();
  return 0;
}
