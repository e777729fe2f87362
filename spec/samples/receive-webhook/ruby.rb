require 'json'
require 'openssl'

# A Rack application for Ruby 3.0 or later, in config.ru: `run WebhookReceiver.new(secrets) { |event| ... }`.
# The block stores the newest event of a request or submission in your queue or table. Process the event later.
class WebhookReceiver
  TOLERANCE_SECONDS = 300
  MAX_BODY_BYTES = 65_536

  # Returns whether the service signed the request. The body contains the bytes as they arrived. The secrets are the
  # current one and, during a rotation, the previous one.
  def self.verify(timestamp:, signature:, previous_signature:, body:, secrets:, now: Time.now.to_i)
    # ^ and $ match at the ends of any line, so use \A and \z. Match bytes, because text that is not UTF-8 raises.
    return false unless timestamp.to_s.b.match?(/\A[0-9]{1,12}\z/)
    return false if (now - Integer(timestamp, 10)).abs > TOLERANCE_SECONDS

    signed = "#{timestamp}.".b + body.b
    secrets.any? do |secret|
      # With an empty key, for example from a missing variable, anyone can sign.
      raise ArgumentError, 'Not the secret of a webhook' unless secret.match?(/\A[0-9a-f]{64}\z/)

      # The key is the text of the secret. Do not decode its hex.
      expected = OpenSSL::HMAC.hexdigest('SHA256', secret, signed)
      [signature, previous_signature].any? { |given| same?(expected, given.to_s) }
    end
  end

  # The comparison raises if the numbers of bytes differ. 64 characters can have more than 64 bytes.
  def self.same?(expected, given)
    expected.bytesize == given.bytesize && OpenSSL.fixed_length_secure_compare(expected, given)
  end
  private_class_method :same?

  def initialize(secrets, &on_event)
    @secrets = secrets
    @on_event = on_event
    # The time of the newest event of each request and submission. Replace this with a table that has a unique key on
    # the type and the identifier, which outlives a restart and serves several processes.
    @newest = {}
    @lock = Mutex.new
  end

  # If the block raises, the server responds with 500, and the service sends the event again.
  def call(env)
    [receive(env), {}, []]
  end

  private

  def receive(env)
    body = env['rack.input']&.read(MAX_BODY_BYTES + 1) || ''
    return 413 if body.bytesize > MAX_BODY_BYTES

    verified = self.class.verify(
      timestamp: env['HTTP_X_TIMESTAMP'],
      signature: env['HTTP_X_SIGNATURE'],
      previous_signature: env['HTTP_X_SIGNATURE_PREVIOUS'],
      body: body,
      secrets: @secrets
    )
    return 400 unless verified

    event = JSON.parse(body.dup.force_encoding(Encoding::UTF_8))
    subject = [event['type'], event['request_id'] || event['submission_id'] || event['event_id']]
    # If two events arrive at once, the second one waits until the first one is stored.
    @lock.synchronize do
      # A retry has the same time. All times have the same length, so their order as strings is their order in time.
      if event['created_at'] > @newest.fetch(subject, '')
        @on_event.call(event)
        @newest[subject] = event['created_at']
      end
    end
    200
  end
end
