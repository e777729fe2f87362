using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

[DataContract]
public class WebhookEvent
{
    [DataMember(Name = "event_id", IsRequired = true)] public string EventId { get; set; }
    [DataMember(Name = "type", IsRequired = true)] public string Type { get; set; }
    /// <summary>Identifier of the verification request, or null.</summary>
    [DataMember(Name = "request_id")] public string RequestId { get; set; }
    /// <summary>Identifier of the submission, or null.</summary>
    [DataMember(Name = "submission_id")] public string SubmissionId { get; set; }
    [DataMember(Name = "status")] public string Status { get; set; }
    [DataMember(Name = "created_at", IsRequired = true)] public string CreatedAt { get; set; }
}

/// <summary>Receives events with an HttpListener. In ASP.NET Core, call Verify in your endpoint.</summary>
public class WebhookReceiver
{
    private const int ToleranceSeconds = 300;
    private const int MaxBodyBytes = 65_536;

    private readonly IReadOnlyList<string> secrets;
    private readonly Action<WebhookEvent> onEvent;
    // The time of the newest event of each request and submission. Replace this with a table that has a unique key on the
    // type and the identifier, which outlives a restart and serves several processes.
    private readonly Dictionary<string, string> newest = new Dictionary<string, string>();

    /// <param name="onEvent">
    /// Stores the newest event of a request or submission in your queue or table. Process the event later.
    /// </param>
    public WebhookReceiver(IReadOnlyList<string> secrets, Action<WebhookEvent> onEvent)
    {
        this.secrets = secrets;
        this.onEvent = onEvent;
    }

    /// <summary>Returns whether the service signed the request. A missing header is null.</summary>
    /// <param name="body">The bytes as they arrived.</param>
    /// <param name="secrets">The current secret and, during a rotation, the previous one.</param>
    public static bool Verify(
        string timestamp, string signature, string previousSignature, byte[] body, IEnumerable<string> secrets, long nowSeconds)
    {
        // \z matches only at the end. $ also matches before a final line break.
        if (timestamp == null || !Regex.IsMatch(timestamp, @"\A[0-9]{1,12}\z")) return false;
        if (Math.Abs(nowSeconds - long.Parse(timestamp)) > ToleranceSeconds) return false;
        var signed = new List<byte>(Encoding.ASCII.GetBytes(timestamp + "."));
        signed.AddRange(body);
        foreach (var secret in secrets)
        {
            // With an empty key, for example from a missing variable, anyone can sign.
            if (!Regex.IsMatch(secret, @"\A[0-9a-f]{64}\z")) throw new ArgumentException("Not the secret of a webhook");
            // The key is the text of the secret. Do not decode its hex.
            using (var hmac = new HMACSHA256(Encoding.ASCII.GetBytes(secret)))
            {
                var hash = hmac.ComputeHash(signed.ToArray());
                var expected = Encoding.ASCII.GetBytes(BitConverter.ToString(hash).Replace("-", "").ToLowerInvariant());
                foreach (var given in new[] { signature, previousSignature })
                {
                    // Compares in constant time, and returns false if the lengths differ.
                    if (given != null && CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(given)))
                        return true;
                }
            }
        }
        return false;
    }

    /// <summary>Responds to a request: receiver.Handle(listener.GetContext()).</summary>
    public void Handle(HttpListenerContext context)
    {
        int status;
        try
        {
            status = Receive(context.Request);
        }
        catch (Exception error)
        {
            // The service sends the event again.
            Console.Error.WriteLine("A webhook was not processed: " + error);
            status = 500;
        }
        context.Response.StatusCode = status;
        context.Response.Close();
    }

    private int Receive(HttpListenerRequest request)
    {
        var body = ReadBody(request.InputStream);
        if (body == null) return 413;
        var isSigned = Verify(
            request.Headers["X-Timestamp"],
            request.Headers["X-Signature"],
            request.Headers["X-Signature-Previous"],
            body,
            secrets,
            DateTimeOffset.UtcNow.ToUnixTimeSeconds());
        if (!isSigned) return 400;

        var serializer = new DataContractJsonSerializer(typeof(WebhookEvent));
        var received = (WebhookEvent)serializer.ReadObject(new MemoryStream(body));
        var subject = received.Type + " " + (received.RequestId ?? received.SubmissionId ?? received.EventId);
        // If two events arrive at once, the second one waits until the first one is stored.
        lock (newest)
        {
            string known;
            // A retry has the same time. All times have the same length, so their order as strings is their order in time.
            if (!newest.TryGetValue(subject, out known) || string.CompareOrdinal(received.CreatedAt, known) > 0)
            {
                onEvent(received);
                newest[subject] = received.CreatedAt;
            }
        }
        return 200;
    }

    /// <summary>Returns the body, or null if it is larger than any event.</summary>
    private static byte[] ReadBody(Stream input)
    {
        var body = new MemoryStream();
        var buffer = new byte[8192];
        for (int read = input.Read(buffer, 0, buffer.Length); read > 0; read = input.Read(buffer, 0, buffer.Length))
        {
            body.Write(buffer, 0, read);
            if (body.Length > MaxBodyBytes) return null;
        }
        return body.ToArray();
    }
}
