-- wrk: one input, again and again. Arguments: method, cookie, type, a file with the body.
local threads = {}

function setup(thread) threads[#threads + 1] = thread end

function init(args)
  local headers = { Cookie = args[2], ["Sec-Fetch-Site"] = "same-origin" }
  if args[3] ~= "" then headers["Content-Type"] = args[3] end
  local file = io.open(args[4], "rb")
  local body = file:read("*a")
  file:close()
  input = wrk.format(args[1], nil, headers, args[1] == "POST" and body or nil)
end

function request() return input end

statuses = ""
local counts = {}

function response(status)
  counts[status] = (counts[status] or 0) + 1
  statuses = ""
  for code, count in pairs(counts) do statuses = statuses .. " " .. code .. "=" .. count end
end

function done()
  for _, thread in ipairs(threads) do print("answers" .. thread:get("statuses")) end
end
