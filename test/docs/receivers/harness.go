package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"example/webhooks"
)

func bytesOf(field string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(field)
	if err != nil {
		panic(err)
	}
	return bytes
}

func textOf(field string) string {
	if field == "-" {
		return ""
	}
	return string(bytesOf(field))
}

func listOf(field string) []string {
	if field == "-" {
		return nil
	}
	return strings.Split(field, ",")
}

func check(line string) string {
	fields := strings.Split(line, " ")
	now, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		panic(err)
	}
	verified, err := webhooks.Verify(webhooks.Delivery{
		Timestamp:         textOf(fields[2]),
		Signature:         textOf(fields[3]),
		PreviousSignature: textOf(fields[4]),
		Body:              bytesOf(fields[5]),
	}, listOf(fields[1]), time.Unix(now, 0))
	if err != nil {
		return "error"
	}
	return strconv.FormatBool(verified)
}

func main() {
	if os.Args[1] == "vectors" {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println(check(lines.Text()))
		}
		return
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println("port", listener.Addr().(*net.TCPAddr).Port)
	panic(http.Serve(listener, &webhooks.Receiver{
		Secrets: listOf(os.Args[2]),
		OnEvent: func(event webhooks.Event) error {
			fmt.Println("event", event.EventID)
			return nil
		},
	}))
}
