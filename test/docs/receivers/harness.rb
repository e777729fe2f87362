require 'socket'
require 'stringio'
require_relative ARGV[0]

$stdout.sync = true

def text_of(field)
  field == '-' ? nil : field.unpack1('m').force_encoding(Encoding::UTF_8)
end

def check(line)
  now, secrets, timestamp, signature, previous, body = line.chomp.split(/ /, -1)
  WebhookReceiver.verify(
    timestamp: text_of(timestamp),
    signature: text_of(signature),
    previous_signature: text_of(previous),
    body: body.unpack1('m'),
    # Ruby's split returns an empty array for '', with any limit.
    secrets: { '-' => [], '' => [''] }.fetch(secrets) { secrets.split(',', -1) },
    now: Integer(now, 10)
  ).to_s
rescue StandardError
  'error'
end

# Serves one request with a Rack application. Implements only the parts of HTTP that the test needs.
def serve(socket, app)
  socket.gets
  env = {}
  while (line = socket.gets("\r\n").chomp) != ''
    name, value = line.split(': ', 2)
    env["HTTP_#{name.upcase.tr('-', '_')}"] = value
  end
  env['rack.input'] = StringIO.new(socket.read(env.fetch('HTTP_CONTENT_LENGTH', '0').to_i))
  status =
    begin
      app.call(env)[0]
    rescue StandardError
      500
    end
  socket.write("HTTP/1.1 #{status} -\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
ensure
  socket.close
end

if ARGV[1] == 'vectors'
  $stdin.each_line { |line| puts check(line) }
else
  app = WebhookReceiver.new(ARGV[2].split(',')) { |event| puts "event #{event['event_id']}" }
  server = TCPServer.new('127.0.0.1', 0)
  puts "port #{server.addr[1]}"
  loop { serve(server.accept, app) }
end
