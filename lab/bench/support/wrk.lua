-- The requests of one load: wrk ... -s wrk.lua <url> -- <method> <file of paths> <file of the body, or -> <prefix of idempotency keys, or -> <mean pause, or ->
-- Each request takes a random path. Everything but the key is formatted once, since wrk shares the processor with the server.
-- With a pause in milliseconds, a connection waits for twice that at most before each request, at random.
local KEY = '{idempotency-key}'
local heads, tails, prefix, count = {}, {}, nil, 0

function init(arguments)
  local method, paths, body, keys, pause = unpack(arguments)
  local headers, content = {}, nil
  for name, value in pairs(wrk.headers) do headers[name] = value end
  if keys ~= '-' then
    prefix = keys
    headers['Idempotency-Key'] = KEY
  end
  if body ~= '-' then
    local file = assert(io.open(body, 'rb'))
    content = file:read('*a')
    file:close()
  end
  for path in io.lines(paths) do
    local request = wrk.format(method, path, headers, content)
    local first, last = request:find(KEY, 1, true)
    heads[#heads + 1] = request:sub(1, (first or 0) - 1)
    tails[#tails + 1] = last and request:sub(last + 1) or ''
  end
  math.randomseed(os.time())
  if pause ~= '-' then
    function delay() return math.random(0, 2 * pause) end
  end
end

function request()
  local index = math.random(#heads)
  if not prefix then return heads[index] end
  count = count + 1
  return heads[index] .. prefix .. count .. tails[index]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('\n{"requests":%d,"us":%d,"refused":%d,"failed":%d,"p50":%.3f,"p99":%.3f}\n', summary.requests,
    summary.duration, errors.status, failed, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
