using System;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;

static class Harness
{
    static byte[] BytesOf(string field) => Convert.FromBase64String(field);

    static string TextOf(string field) => field == "-" ? null : Encoding.UTF8.GetString(BytesOf(field));

    static string[] ListOf(string field) => field == "-" ? new string[0] : field.Split(',');

    static string Check(string line)
    {
        var fields = line.Split(' ');
        try
        {
            var verdict = WebhookReceiver.Verify(
                TextOf(fields[2]), TextOf(fields[3]), TextOf(fields[4]), BytesOf(fields[5]), ListOf(fields[1]), long.Parse(fields[0]));
            return verdict ? "true" : "false";
        }
        catch (Exception)
        {
            return "error";
        }
    }

    static int FreePort()
    {
        var probe = new TcpListener(IPAddress.Loopback, 0);
        probe.Start();
        var port = ((IPEndPoint)probe.LocalEndpoint).Port;
        probe.Stop();
        return port;
    }

    static void Main(string[] arguments)
    {
        if (arguments[0] == "vectors")
        {
            for (var line = Console.ReadLine(); line != null; line = Console.ReadLine()) Console.WriteLine(Check(line));
            return;
        }
        var receiver = new WebhookReceiver(ListOf(arguments[1]), received => Console.WriteLine("event " + received.EventId));
        var port = FreePort();
        var listener = new HttpListener();
        listener.Prefixes.Add($"http://127.0.0.1:{port}/");
        listener.Start();
        Console.WriteLine("port " + port);
        while (true)
        {
            var context = listener.GetContext();
            Task.Run(() => receiver.Handle(context));
        }
    }
}
