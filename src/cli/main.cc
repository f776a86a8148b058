// parley: reads the command line, runs one subcommand, and turns every failure into an exit code.

#include <cstdio>
#include <exception>
#include <iostream>

#include <fmt/format.h>

#include "cli/session.h"

namespace parley {

namespace {

struct Dispatch {
  int operator()(const Done& done) const { return done.exit_code; }
  int operator()(const CheckArguments& arguments) const { return run_check(arguments); }
  int operator()(const ExploreArguments& arguments) const { return run_explore(arguments); }
  int operator()(const InfoArguments& arguments) const { return run_info(arguments); }
  int operator()(const ConvertArguments& arguments) const { return run_convert(arguments); }
  int operator()(const MccArguments& arguments) const { return run_mcc(arguments); }
  int operator()(const EnginesArguments& arguments) const { return run_engines(arguments); }
};

}   // namespace

}   // namespace parley

int main(int argc, char** argv) {
  using parley::ExitCode;
  try {
    const int code = std::visit(parley::Dispatch(), parley::parse_arguments(argc, argv));
    // A full disk or a closed pipe must not look like success.
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw parley::cannot_write("the standard output");
    return code;
  } catch (const parley::Failure& failure) {
    std::fputs(failure.what(), stderr);
    return static_cast<int>(failure.code());
  } catch (const parley::Stopped& stopped) {
    fmt::print(stderr, "parley: unknown ({})\n", stopped.reason());
    return static_cast<int>(ExitCode::kUnknown);
  } catch (const std::bad_alloc&) {
    std::fputs("parley: unknown (out of memory)\n", stderr);
    return static_cast<int>(ExitCode::kUnknown);
  } catch (const std::exception& error) {
    fmt::print(stderr, "parley: internal error: {}\n  please report this with the model that shows it\n", error.what());
    return static_cast<int>(ExitCode::kInternalError);
  }
}
