// Sends the calls in a file with the Kotlin client from OpenAPI Generator, and prints values from each response.
import com.example.partner.apis.BatchesApi
import com.example.partner.apis.SubmissionStatusesApi
import com.example.partner.apis.SubmissionsApi
import com.example.partner.apis.TokensApi
import com.example.partner.apis.VerificationApi
import com.example.partner.apis.WebhooksApi
import com.example.partner.infrastructure.ApiClient
import com.example.partner.infrastructure.ClientError
import com.example.partner.infrastructure.ClientException
import com.example.partner.infrastructure.Serializer
import com.example.partner.models.*
import java.io.File

private fun show(name: String, vararg values: Any?) = println("$name\t${values.joinToString(" ")}")

private inline fun <reified T> read(value: Any?): T = Serializer.moshi.adapter(T::class.java).fromJsonValue(value)!!

fun main(arguments: Array<String>) {
    val calls = Serializer.moshi.adapter(Map::class.java).fromJson(File(arguments[0]).readText())!!
    fun given(name: String) = calls[name] as String
    fun bodies(name: String) = (calls["bodies"] as Map<*, *>)[name] as List<*>

    val url = given("base_url")
    val token = TokensApi(url).createTokenV2(
        TokensApi.GrantTypeCreateTokenV2.client_credentials, given("client_id"), given("client_secret"))
    show("createTokenV2", token.tokenType.value)
    ApiClient.accessToken = token.accessToken

    val submissions = SubmissionsApi(url)
    val batches = BatchesApi(url)
    for (body in bodies("addEducation"))
        show("addEducation", submissions.addEducation(read(body)).redirectUri)
    for (body in bodies("addEnglishProficiency"))
        show("addEnglishProficiency", submissions.addEnglishProficiency(read(body)).redirectUri)
    for (body in bodies("addMicrocredential"))
        show("addMicrocredential", submissions.addMicrocredential(read(body)).redirectUri)
    for (body in bodies("addRightToWork"))
        show("addRightToWork", submissions.addRightToWork(read(body)).redirectUri)
    for (body in bodies("addMicrocredentialBatch"))
        show("addMicrocredentialBatch", batches.addMicrocredentialBatch(read(body)).redirectUri)
    for (body in bodies("addCredentialBatch")) {
        val link = batches.addCredentialBatch(read(body))
        show("addCredentialBatch", link.redirectUri, link.assetUploads.size)
    }

    val statuses = SubmissionStatusesApi(url)
    for (body in bodies("listSubmissionStatusesV2")) {
        val query: SubmissionStatusQuery = read(body)
        val status = statuses.getSubmissionStatusV2(query.ids[0])
        show("getSubmissionStatusV2", status.id, status.status.value)
        val listed = statuses.listSubmissionStatusesV2(query).credentials
        show("listSubmissionStatusesV2", *listed.map { "${it.id} ${it.status.value}" }.toTypedArray())
    }

    val verification = VerificationApi(url)
    val requested = bodies("createVerificationRequest").map { body ->
        val link = verification.createVerificationRequest(read(body))
        show("createVerificationRequest", link.redirectUri)
        link.requestId
    }
    val results = verification.listVerificationRequests(requested).requests
    check(results.map { it.requestId } == requested)
    show("listVerificationRequests", *results.map { it.results[0].status.value }.toTypedArray())

    for (body in bodies("createWebhook")) {
        val webhook = WebhooksApi(url).createWebhook(read(body))
        show("createWebhook", webhook.url, webhook.secret.length)
    }

    try {
        submissions.addEducation(read(calls["refused"]))
    } catch (error: ClientException) {
        val text = (error.response as ClientError<*>).body as String
        val problem = Serializer.moshi.adapter(ValidationProblem::class.java).fromJson(text)!!
        val violations = problem.errors.map { "${it.pointer} ${it.code}" }.sorted()
        show("refused", problem.status, *violations.toTypedArray())
    }
}
