//! Sends the calls in a file with the Rust client from OpenAPI Generator, and prints values from each response.
use partner_credentials::apis::configuration::Configuration;
use partner_credentials::apis::{
    batches_api, submission_statuses_api, submissions_api, tokens_api, verification_api, webhooks_api, Error,
};
use partner_credentials::models;
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::{from_str, from_value, to_value, Value};

fn show(name: &str, values: &[String]) {
    println!("{name}\t{}", values.join(" "));
}

/// Returns the text of an enum value in JSON.
fn text(value: impl Serialize) -> String {
    to_value(value).unwrap().as_str().unwrap().to_string()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).expect("a file");
    let calls: Value = from_str(&std::fs::read_to_string(file)?)?;
    let given = |name: &str| calls[name].as_str().unwrap();
    fn bodies<T: DeserializeOwned>(calls: &Value, name: &str) -> Vec<T> {
        from_value(calls["bodies"][name].clone()).unwrap()
    }

    let mut client = Configuration { base_path: given("base_url").to_string(), ..Configuration::default() };
    let (id, secret) = (given("client_id"), given("client_secret"));
    let token = tokens_api::create_token_v2(&client, "client_credentials", Some(id), Some(secret), None).await?;
    show("createTokenV2", &[text(token.token_type)]);
    client.oauth_access_token = Some(token.access_token);

    for body in bodies(&calls, "addEducation") {
        show("addEducation", &[submissions_api::add_education(&client, body).await?.redirect_uri]);
    }
    for body in bodies(&calls, "addEnglishProficiency") {
        show("addEnglishProficiency", &[submissions_api::add_english_proficiency(&client, body).await?.redirect_uri]);
    }
    for body in bodies(&calls, "addMicrocredential") {
        show("addMicrocredential", &[submissions_api::add_microcredential(&client, body).await?.redirect_uri]);
    }
    for body in bodies(&calls, "addRightToWork") {
        show("addRightToWork", &[submissions_api::add_right_to_work(&client, body).await?.redirect_uri]);
    }
    for body in bodies(&calls, "addMicrocredentialBatch") {
        show("addMicrocredentialBatch", &[batches_api::add_microcredential_batch(&client, body).await?.redirect_uri]);
    }
    for body in bodies(&calls, "addCredentialBatch") {
        let link = batches_api::add_credential_batch(&client, body).await?;
        show("addCredentialBatch", &[link.redirect_uri, link.asset_uploads.len().to_string()]);
    }

    for body in bodies::<models::SubmissionStatusQuery>(&calls, "listSubmissionStatusesV2") {
        let status = submission_statuses_api::get_submission_status_v2(&client, &body.ids[0]).await?;
        show("getSubmissionStatusV2", &[status.id, text(status.status)]);
        let listed = submission_statuses_api::list_submission_statuses_v2(&client, body).await?.credentials;
        let values: Vec<String> = listed.into_iter().flat_map(|each| [each.id, text(each.status)]).collect();
        show("listSubmissionStatusesV2", &values);
    }

    let mut requested = Vec::new();
    for body in bodies(&calls, "createVerificationRequest") {
        let link = verification_api::create_verification_request(&client, body).await?;
        show("createVerificationRequest", &[link.redirect_uri]);
        requested.push(link.request_id);
    }
    let results = verification_api::list_verification_requests(&client, requested.clone()).await?.requests;
    assert!(results.iter().map(|result| &result.request_id).eq(&requested));
    let values: Vec<String> = results.iter().map(|result| text(result.results[0].status)).collect();
    show("listVerificationRequests", &values);

    for body in bodies(&calls, "createWebhook") {
        let webhook = webhooks_api::create_webhook(&client, body).await?;
        show("createWebhook", &[webhook.url, webhook.secret.len().to_string()]);
    }

    match submissions_api::add_education(&client, from_value(calls["refused"].clone())?).await {
        Err(Error::ResponseError(refused)) => {
            let problem: models::ValidationProblem = from_str(&refused.content)?;
            let mut values: Vec<String> =
                problem.errors.iter().map(|each| format!("{} {}", each.pointer, each.code)).collect();
            values.sort();
            values.insert(0, problem.status.to_string());
            show("refused", &values);
            Ok(())
        }
        other => panic!("{other:?}"),
    }
}
