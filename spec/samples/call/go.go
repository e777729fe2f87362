// Calls an operation with the standard library alone:
//
//	go run call.go POST /api/partner/v1/add/education.json body.json
//	go run call.go PUT "$UPLOAD_URL" certificate.pdf
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

var client = &http.Client{Timeout: 30 * time.Second}

// token asks for a token. A program that runs for long keeps it until shortly before it ends.
func token(base string) (string, error) {
	response, err := client.PostForm(base+"/api/partner/v2/oauth/token.json", url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("CLIENT_ID")},
		"client_secret": {os.Getenv("CLIENT_SECRET")},
	})
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answer struct {
		AccessToken string `json:"access_token"`
		Error       string `json:"error"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return "", err
	}
	if answer.Error != "" {
		return "", fmt.Errorf("no access token: %s", answer.Error)
	}
	return answer.AccessToken, nil
}

func call(method, target, file string) (int, []byte, error) {
	base := os.Getenv("BASE_URL")
	isLink := !strings.HasPrefix(target, "/")
	address := target
	if !isLink {
		address = base + target
	}
	var body io.Reader
	if file != "" {
		opened, err := os.Open(file)
		if err != nil {
			return 0, nil, err
		}
		defer opened.Close()
		body = opened
	}
	request, err := http.NewRequest(method, address, body)
	if err != nil {
		return 0, nil, err
	}
	if file != "" {
		request.Header.Set("Content-Type", mime.TypeByExtension(filepath.Ext(file)))
	}
	// An upload link grants access by itself.
	if !isLink {
		access, err := token(base)
		if err != nil {
			return 0, nil, err
		}
		request.Header.Set("Authorization", "Bearer "+access)
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

func main() {
	arguments := append(os.Args[1:], "", "", "")
	status, answer, err := call(arguments[0], arguments[1], arguments[2])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(answer))
	if status >= 400 {
		// The problem says what is wrong and where.
		os.Exit(1)
	}
}
