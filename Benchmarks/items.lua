-- wrk: a random signed-in person asks for the items page each time. The sessions' cookies stand in a file, one a line.
-- Arguments: that file, the path, and optionally the value of Accept-Encoding.
local requests = {}

function init(args)
  if args[3] then wrk.headers["Accept-Encoding"] = args[3] end
  for cookie in io.lines(args[1]) do
    wrk.headers["Cookie"] = cookie
    requests[#requests + 1] = wrk.format("GET", args[2])
  end
  math.randomseed(tonumber(tostring(requests):match("0x(%x+)"), 16) % 2147483647 + os.time())
end

function request()
  return requests[math.random(#requests)]
end
