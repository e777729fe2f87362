-- Sends the requests of a file in turn: `wrk ... -s load.lua URL -- FILE NUMBER`. They stand there as they go over the wire,
-- with a NUL between them; the mark that a request may have is replaced by a number which no other request has.
local MARK = '<a fresh id>'
local texts, current, number = {}, 0, 0

function init(args)
  number = tonumber(args[2])
  local file = assert(io.open(args[1], 'rb'))
  for text in (file:read('*a') .. '\0'):gmatch('(.-)%z') do
    local first, last = text:find(MARK, 1, true)
    texts[#texts + 1] = first and { text:sub(1, first - 1), text:sub(last + 1) } or { text }
  end
  file:close()
end

function request()
  current = current % #texts + 1
  local before, after = texts[current][1], texts[current][2]
  if not after then return before end
  number = number + 1
  return before .. string.format('%012d', number) .. after
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"micros":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
