-- For wrk: requests the paths listed in the file that is the first argument, in turn, and prints one line of figures at the end.
local requests = {}
local turn = 0

function init(arguments)
  for path in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format("figures %f %f %f %d\n", 1e6 * summary.requests / summary.duration, latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, failed))
end
