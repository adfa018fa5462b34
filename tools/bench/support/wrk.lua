-- Bets of users at random, for wrk: asked by `wrk -s bench-wrk.lua URL -- BETTORS`, a file with one token a line, an empty line, and one match's id a line.
local tokens, matches = {}, {}
local picks = { 'home', 'draw', 'away' }

function init(args)
  local into = tokens
  for line in io.lines(args[1]) do
    if line == '' then into = matches else into[#into + 1] = line end
  end
  math.randomseed(tonumber(args[2]))
end

local function hex(digits)
  return string.format('%0' .. digits .. 'x', math.random(0, 16 ^ digits - 1))
end

-- Each user keeps to one pick of a match, as in bench-bets.ts.
function request()
  local user, match = math.random(#tokens), math.random(#matches)
  local pick = picks[(user + match - 2) % 3 + 1]
  local headers = {
    ['Authorization'] = 'Bearer ' .. tokens[user],
    ['Content-Type'] = 'application/json',
    ['Idempotency-Key'] = hex(8) .. '-' .. hex(4) .. '-4' .. hex(3) .. '-8' .. hex(3) .. '-' .. hex(4) .. hex(8),
  }
  local body = string.format('{"market":"wdl","match_id":%s,"pick":"%s","stake":10}', matches[match], pick)
  return wrk.format('POST', '/api/bets', headers, body)
end

-- "microseconds count" a line, then what went wrong and how long it took.
function done(summary, latency)
  for i = 1, #latency do
    local microseconds, count = latency(i)
    print(string.format('took %d %d', microseconds, count))
  end
  local e = summary.errors
  print(string.format('failed %d of %d in %d', e.connect + e.read + e.write + e.timeout + e.status, summary.requests, summary.duration))
end
