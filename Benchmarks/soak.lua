-- wrk: the mixed requests of a signed-in household: pages, searches, writes, refused forms, what does not exist.
-- Arguments: a file of cookies, one a line; how many requests this thread sends before it stops.
local cookies, made, sent = {}, {}, 0
local limit

local threads = {}

function setup(thread)
  thread:set("number", #threads)
  threads[#threads + 1] = thread
end

function init(args)
  for cookie in io.lines(args[1]) do cookies[#cookies + 1] = cookie end
  limit = tonumber(args[2])
  math.randomseed(os.time() + number * 7919)
end

local function uuid()
  local function hex(count)
    local text = ""
    for _ = 1, count do text = text .. string.format("%x", math.random(0, 15)) end
    return text
  end
  return string.format("%012x", os.time() * 1000 + math.random(0, 999)):gsub("^(%x%x%x%x%x%x%x%x)(%x%x%x%x)$", "%1-%2")
    .. "-7" .. hex(3) .. "-8" .. hex(3) .. "-" .. hex(12)
end

local pages = {
  "/items", "/items", "/items?status=open", "/items?q=milk", "/categories", "/tags", "/", "/hosts", "/requests",
  "/recipes", "/recipes/results", "/favorites", "/settings", "/items/new", "/trash", "/app.css", "/healthz",
}

local function get(cookie, path) return wrk.format("GET", path, { Cookie = cookie }) end

local function post(cookie, path, body)
  return wrk.format("POST", path, {
    Cookie = cookie, ["Sec-Fetch-Site"] = "same-origin", ["Content-Type"] = "application/x-www-form-urlencoded",
  }, body)
end

function request()
  sent = sent + 1
  if sent >= limit then wrk.thread:stop() end
  local index = math.random(#cookies)
  local cookie, mine = cookies[index], made[index] or {}
  made[index] = mine
  local choice = math.random(20)
  if choice <= 2 then
    local id = uuid()
    mine[#mine + 1] = id
    return post(cookie, "/items", "id=" .. id .. "&title=Buy+milk+" .. sent .. "&description=two+litres&category=Groceries&tags=shop")
  elseif choice <= 4 and #mine > 40 then
    return post(cookie, "/items/" .. table.remove(mine, 1) .. "/delete", "")
  elseif choice == 5 and #mine > 0 then
    return post(cookie, "/items/" .. mine[math.random(#mine)] .. "/done", "done=" .. (math.random(2) == 1 and "true" or "false"))
  elseif choice == 6 then
    return get(cookie, "/items/" .. uuid() .. "/edit")
  elseif choice == 7 then
    return post(cookie, "/items", "id=" .. uuid() .. "&title=+&description=")
  elseif choice == 8 then
    return get("foyer=nobody", "/items")
  end
  return get(cookie, pages[math.random(#pages)])
end

-- Each thread counts the kinds of its answers; `done` adds them up.
two, three, four, five = 0, 0, 0, 0

function response(status)
  local kind = math.floor(status / 100)
  if kind == 2 then two = two + 1 elseif kind == 3 then three = three + 1 elseif kind == 4 then four = four + 1 else five = five + 1 end
end

function done(summary)
  local sum = { 0, 0, 0, 0 }
  for _, thread in ipairs(threads) do
    sum[1], sum[2] = sum[1] + thread:get("two"), sum[2] + thread:get("three")
    sum[3], sum[4] = sum[3] + thread:get("four"), sum[4] + thread:get("five")
  end
  print(string.format("answers 2xx=%d 3xx=%d 4xx=%d 5xx=%d", sum[1], sum[2], sum[3], sum[4]))
end
