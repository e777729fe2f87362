// Rules of Spectral (https://docs.stoplight.io/docs/spectral) for the contract: its OpenAPI rules, and the rules for
// the OWASP API Security Top 10 2023. `npm run check -- spectral` fails on any finding. This file lists the disabled
// rules, each with the reason. The versions of Spectral's packages are pinned, because later versions install
// @scarf/scarf, which sends usage data.
const owasp = require('@stoplight/spectral-owasp-ruleset');
const { oas } = require('@stoplight/spectral-rulesets');

module.exports = {
  extends: [[oas, 'recommended'], owasp],
  rules: {
    // The rule throws an error on null in an example.
    'duplicated-entry-in-enum': 'off',
    // A client gets a new token with its credentials: RFC 6749, section 4.4.3, does not allow a refresh token for this
    // grant. Tokens expire after an hour, which `expires_in` states.
    'owasp:api2:2023-short-lived-access-tokens': 'off',
    // Tokens are opaque to partners. Only the service issues and verifies them, as RFC 8725 recommends: ES256 only,
    // with the type `at+jwt`, an issuer, and an audience (RFC 9068). The rule requires the description to mention RFC
    // 8725.
    'owasp:api2:2023-jwt-best-practices': 'off',
    // `x-body-limit` limits every request body, and strings in requests have a maxLength unless a pattern or format
    // fixes their length. A maxLength is redundant for a UUID. In responses, it would prevent changes to the wording of
    // messages.
    'owasp:api4:2023-string-limit': 'off',
    // Text, names, and identifiers that a partner chooses can be in any script, so only their length and
    // `x-well-formed` are checked.
    'owasp:api4:2023-string-restricted': 'off',
    // The contract has bounds only for integers with a guaranteed range, not for constants, delays, and timestamps.
    'owasp:api4:2023-integer-limit': 'off',
    // Clients are servers. Browsers must not have access tokens, so the service does not support CORS.
    'owasp:api8:2023-define-cors-origin': 'off',
    // An operation lists only the responses that its requests can cause, as the lint rule contract/problem-responses
    // requires: no 401 without a token, and no 400 or 422 without input to validate. The `default` response describes
    // requests that are rejected before they reach an operation.
    'owasp:api8:2023-define-error-responses-401': 'off',
    'owasp:api8:2023-define-error-validation': 'off',
    // All servers are for partners. `x-environment` identifies the environment.
    'owasp:api9:2023-inventory-access': 'off',
  },
  overrides: [
    // The sandbox is the partner's own machine.
    {
      files: ['**#/servers/0'],
      rules: {
        'owasp:api8:2023-no-server-http': 'off',
      },
    },
    // At the token endpoint, clients authenticate in the form or with HTTP Basic. OpenAPI cannot express this choice.
    {
      files: [
        '**#/paths/~1api~1partner~1v1~1oauth~1token.json/post',
        '**#/paths/~1api~1partner~1v2~1oauth~1token.json/post',
      ],
      rules: {
        'owasp:api2:2023-write-restricted': 'off',
      },
    },
    // A client needs one token per hour. The rate limit prevents guessing, so the response does not reveal the
    // remaining quota.
    {
      files: [
        '**#/paths/~1api~1partner~1v1~1oauth~1token.json/post/responses',
        '**#/paths/~1api~1partner~1v2~1oauth~1token.json/post/responses',
        '**#/components/responses/TokenRequestInvalid',
        '**#/components/responses/TokenClientInvalid',
        '**#/components/responses/TokenRequestTooLarge',
        '**#/components/responses/TokenMediaTypeUnsupported',
        '**#/components/responses/TokenRateLimited',
      ],
      rules: {
        'owasp:api4:2023-rate-limit': 'off',
      },
    },
    // These public documents can be cached, so they have no rate limit.
    {
      files: [
        '**#/paths/~1.well-known~1jwks.json/get',
        '**#/paths/~1.well-known~1oauth-authorization-server/get',
        '**#/paths/~1.well-known~1webhook-source-addresses.json/get',
      ],
      rules: {
        'owasp:api2:2023-read-restricted': 'off',
        'owasp:api4:2023-rate-limit': 'off',
        'owasp:api4:2023-rate-limit-responses-429': 'off',
      },
    },
    // An upload link is signed, is valid for one file, and expires with its submission, as is common for storage
    // services.
    {
      files: ['**#/components/securitySchemes/uploadLink'],
      rules: {
        'owasp:api2:2023-no-api-keys-in-url': 'off',
      },
    },
    // The operator determines the number of keys and addresses, and the maximum number of webhooks can be raised.
    {
      files: [
        '**#/components/schemas/Jwks/properties/keys',
        '**#/components/schemas/WebhookSourceAddresses/properties/addresses',
        '**#/components/schemas/WebhookList/properties/webhooks',
        '**#/components/schemas/AuthorizationServerMetadata/properties',
      ],
      rules: {
        'owasp:api4:2023-array-limit': 'off',
      },
    },
    // The items are unique values of an `enum`, which limits their number.
    {
      files: [
        '**#/components/schemas/WebhookCreate/properties/event_types',
        '**#/components/schemas/Webhook/properties/event_types',
      ],
      rules: {
        'owasp:api4:2023-array-limit': 'off',
      },
    },
    // The schema of the JWT is an array of two parts, each with its own schema in `prefixItems`. The rules do not
    // support this keyword.
    {
      files: ['**#/components/schemas/TokenResponse/properties/access_token/contentSchema'],
      rules: {
        'array-items': 'off',
        'owasp:api4:2023-array-limit': 'off',
      },
    },
    // The bounds already restrict these values. A format would be a second rule, which could report a second violation.
    {
      files: ['**#/components/parameters/Expires/schema', '**#/components/parameters/PageLimit/schema'],
      rules: {
        'owasp:api4:2023-integer-format': 'off',
      },
    },
  ],
};
