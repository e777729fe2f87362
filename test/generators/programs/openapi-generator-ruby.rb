# Sends the calls in a file with the Ruby client from OpenAPI Generator, and prints values from each response.
require 'json'
require 'uri'
require 'partner_credentials'

calls = JSON.parse(File.read(ARGV[0]), symbolize_names: true)

def show(name, *values)
  puts "#{name}\t#{values.join(' ')}"
end

PartnerCredentials.configure do |settings|
  url = URI(calls[:base_url])
  settings.scheme = url.scheme
  settings.host = "#{url.host}:#{url.port}"
  settings.params_encoding = :multi
end
token = PartnerCredentials::TokensApi.new.create_token_v2(
  'client_credentials', client_id: calls[:client_id], client_secret: calls[:client_secret]
)
show('createTokenV2', token.token_type)
PartnerCredentials.configure { |settings| settings.access_token = token.access_token }

each_body = lambda do |name, model, &call|
  calls[:bodies][name.to_sym].each { |body| call.(model.build_from_hash(body)) }
end
submissions = PartnerCredentials::SubmissionsApi.new
batches = PartnerCredentials::BatchesApi.new
[
  ['addEducation', PartnerCredentials::EducationSubmission, submissions.method(:add_education)],
  ['addEnglishProficiency', PartnerCredentials::EnglishProficiencySubmission, submissions.method(:add_english_proficiency)],
  ['addMicrocredential', PartnerCredentials::MicrocredentialSubmission, submissions.method(:add_microcredential)],
  ['addRightToWork', PartnerCredentials::RightToWorkSubmission, submissions.method(:add_right_to_work)],
  ['addMicrocredentialBatch', PartnerCredentials::MicrocredentialBatch, batches.method(:add_microcredential_batch)]
].each do |name, model, add|
  each_body.(name, model) { |body| show(name, add.(body).redirect_uri) }
end
each_body.('addCredentialBatch', PartnerCredentials::CredentialBatch) do |body|
  link = batches.add_credential_batch(body)
  show('addCredentialBatch', link.redirect_uri, link.asset_uploads.length)
end

statuses = PartnerCredentials::SubmissionStatusesApi.new
each_body.('listSubmissionStatusesV2', PartnerCredentials::SubmissionStatusQuery) do |body|
  status = statuses.get_submission_status_v2(body.ids[0])
  show('getSubmissionStatusV2', status.id, status.status)
  listed = statuses.list_submission_statuses_v2(body).credentials
  show('listSubmissionStatusesV2', *listed.map { |each| "#{each.id} #{each.status}" })
end

verification = PartnerCredentials::VerificationApi.new
requested = []
each_body.('createVerificationRequest', PartnerCredentials::VerificationRequest) do |body|
  link = verification.create_verification_request(body)
  show('createVerificationRequest', link.redirect_uri)
  requested << link.request_id
end
results = verification.list_verification_requests(requested).requests
raise 'Unexpected requests' unless results.map(&:request_id) == requested

show('listVerificationRequests', *results.map { |result| result.results[0].status })

each_body.('createWebhook', PartnerCredentials::WebhookCreate) do |body|
  webhook = PartnerCredentials::WebhooksApi.new.create_webhook(body)
  show('createWebhook', webhook.url, webhook.secret.length)
end

begin
  submissions.add_education(PartnerCredentials::EducationSubmission.build_from_hash(calls[:refused]))
rescue PartnerCredentials::ApiError => e
  body = JSON.parse(e.response_body, symbolize_names: true)
  problem = PartnerCredentials::ValidationProblem.build_from_hash(body)
  show('refused', problem.status, *problem.errors.map { |each| "#{each.pointer} #{each.code}" }.sort)
end
