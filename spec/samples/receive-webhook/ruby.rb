require 'json'
require 'openssl'

# A Rack application for Ruby 3.0 or later, in config.ru: `run WebhookReceiver.new(secrets) { |event| ... }`.
# The block puts an event into your queue or table and returns; the work comes after the answer.
class WebhookReceiver
  TOLERANCE_SECONDS = 300
  MAX_BODY_BYTES = 65_536

  # Whether the service signed this. body: the bytes as they arrived. secrets: the current one and, during a
  # rotation, the one before.
  def self.verify(timestamp:, signature:, previous_signature:, body:, secrets:, now: Time.now.to_i)
    # \A and \z, not ^ and $: those match at the ends of any line. As bytes, since text that is not UTF-8 would raise.
    return false unless timestamp.to_s.b.match?(/\A[0-9]{1,12}\z/)
    return false if (now - Integer(timestamp, 10)).abs > TOLERANCE_SECONDS

    signed = "#{timestamp}.".b + body.b
    secrets.any? do |secret|
      # With an empty key, say from a variable that was not set, anyone could sign.
      raise ArgumentError, 'Not the secret of a webhook' unless secret.match?(/\A[0-9a-f]{64}\z/)

      # The key is the text of the secret; do not decode its hex.
      expected = OpenSSL::HMAC.hexdigest('SHA256', secret, signed)
      [signature, previous_signature].any? { |given| same?(expected, given.to_s) }
    end
  end

  # Of the bytes: a text of 64 characters may have more, and the comparison raises then.
  def self.same?(expected, given)
    expected.bytesize == given.bytesize && OpenSSL.fixed_length_secure_compare(expected, given)
  end
  private_class_method :same?

  def initialize(secrets, &on_event)
    @secrets = secrets
    @on_event = on_event
    # In memory here. A table with a unique key on event_id outlives a restart,
    # and serves several processes.
    @known = {}
    @lock = Mutex.new
  end

  # When the block raises, the server answers 500, and the service sends the event again.
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
    # An event that comes twice at once waits for the first one to be kept.
    @lock.synchronize do
      unless @known.key?(event['event_id'])
        @on_event.call(event)
        @known[event['event_id']] = true
      end
    end
    200
  end
end
