// Package webhooks receives the events of verification requests and submissions.
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	toleranceSeconds = 300
	maxBodyBytes     = 65_536
)

var (
	unixSeconds  = regexp.MustCompile(`^[0-9]{1,12}$`)
	secretForm   = regexp.MustCompile(`^[0-9a-f]{64}$`)
	errNotSecret = errors.New("not the secret of a webhook")
)

// Delivery is a received request. A missing header is empty.
type Delivery struct {
	Timestamp         string
	Signature         string
	PreviousSignature string
	// Body contains the bytes as they arrived.
	Body []byte
}

// Verify returns whether the service signed the delivery. The secrets are the current one and, during a
// rotation, the previous one.
func Verify(delivery Delivery, secrets []string, now time.Time) (bool, error) {
	if !unixSeconds.MatchString(delivery.Timestamp) {
		return false, nil
	}
	signedAt, err := strconv.ParseInt(delivery.Timestamp, 10, 64)
	if err != nil {
		return false, nil
	}
	if age := now.Unix() - signedAt; age > toleranceSeconds || age < -toleranceSeconds {
		return false, nil
	}
	for _, secret := range secrets {
		// With an empty key, for example from a missing variable, anyone can sign.
		if !secretForm.MatchString(secret) {
			return false, errNotSecret
		}
		// The key is the text of the secret. Do not decode its hex.
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(delivery.Timestamp + "."))
		mac.Write(delivery.Body)
		expected := []byte(hex.EncodeToString(mac.Sum(nil)))
		for _, given := range []string{delivery.Signature, delivery.PreviousSignature} {
			// Compares in constant time, and returns false if the lengths differ.
			if hmac.Equal(expected, []byte(given)) {
				return true, nil
			}
		}
	}
	return false, nil
}

// Event reports a change of a verification request or a submission. Skip an event with an unknown Type.
type Event struct {
	EventID string `json:"event_id"`
	// RequestID is empty unless Type is "verification".
	RequestID string `json:"request_id"`
	// SubmissionID is empty unless Type is "submission".
	SubmissionID string `json:"submission_id"`
	Type         string `json:"type"`
	Status       string `json:"status"`
	CreatedAt    string `json:"created_at"`
}

// subject identifies the request or submission of an event.
type subject struct{ eventType, id string }

func subjectOf(event Event) subject {
	switch {
	case event.RequestID != "":
		return subject{event.Type, event.RequestID}
	case event.SubmissionID != "":
		return subject{event.Type, event.SubmissionID}
	default:
		return subject{event.Type, event.EventID}
	}
}

// Receiver is an http.Handler for the URL of your webhook.
type Receiver struct {
	Secrets []string
	// OnEvent stores the newest event of a request or submission in your queue or table. Process the
	// event later.
	OnEvent func(Event) error

	// The time of the newest event of each request and submission. Replace this with a table that
	// has a unique key on the type and the identifier, which outlives a restart and serves several
	// processes.
	newest map[subject]string
	lock   sync.Mutex
}

func (receiver *Receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	verified, err := Verify(Delivery{
		Timestamp:         request.Header.Get("X-Timestamp"),
		Signature:         request.Header.Get("X-Signature"),
		PreviousSignature: request.Header.Get("X-Signature-Previous"),
		Body:              body,
	}, receiver.Secrets, time.Now())
	if err != nil {
		response.WriteHeader(http.StatusInternalServerError)
		return
	}
	if !verified {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := receiver.keep(body); err != nil {
		// The service sends the event again.
		response.WriteHeader(http.StatusInternalServerError)
		return
	}
	response.WriteHeader(http.StatusOK)
}

func (receiver *Receiver) keep(body []byte) error {
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		return err
	}
	about := subjectOf(event)
	// If two events arrive at once, the second one waits until the first one is stored.
	receiver.lock.Lock()
	defer receiver.lock.Unlock()
	// A retry has the same time. All times have the same length, so their order as strings is their
	// order in time.
	if event.CreatedAt <= receiver.newest[about] {
		return nil
	}
	if err := receiver.OnEvent(event); err != nil {
		return err
	}
	if receiver.newest == nil {
		receiver.newest = map[subject]string{}
	}
	receiver.newest[about] = event.CreatedAt
	return nil
}
