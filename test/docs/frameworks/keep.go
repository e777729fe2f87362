package main

import (
	"fmt"
	"net"
	"os"
	"time"

	"example/webhooks"
)

// keep is the event storage that the guide leaves to the reader. It prints each event.
func keep(event webhooks.Event) error {
	fmt.Println("event", event.EventID)
	return nil
}

func init() {
	go func() {
		for {
			if connection, err := net.Dial("tcp", "127.0.0.1:"+os.Getenv("PORT")); err == nil {
				connection.Close()
				fmt.Println("port", os.Getenv("PORT"))
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
}
