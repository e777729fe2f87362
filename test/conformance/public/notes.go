// A note service. huma generates its contract.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type NewNote struct {
	Text string   `json:"text" minLength:"1" maxLength:"200"`
	Tags []string `json:"tags,omitempty" maxItems:"5" nullable:"false"`
}

type Note struct {
	ID   int      `json:"id"`
	Text string   `json:"text"`
	Tags []string `json:"tags" nullable:"false"`
}

type noteBody struct{ Body Note }
type listBody struct {
	Body []Note `nullable:"false"`
}
type byID struct {
	ID int `path:"id" minimum:"1"`
}

func main() {
	var lock sync.Mutex
	notes := map[int]Note{}
	last := 0
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Notes", "1.0.0")
	config.CreateHooks = nil
	api := humago.New(mux, config)
	missing := huma.Error404NotFound("There is no such note")
	withTags := func(id int, given NewNote) Note {
		return Note{id, given.Text, append([]string{}, given.Tags...)}
	}

	huma.Post(api, "/notes", func(_ context.Context, in *struct{ Body NewNote }) (*noteBody, error) {
		lock.Lock()
		defer lock.Unlock()
		last++
		notes[last] = withTags(last, in.Body)
		return &noteBody{notes[last]}, nil
	}, func(o *huma.Operation) { o.DefaultStatus = 201 })
	huma.Get(api, "/notes", func(_ context.Context, in *struct {
		Limit int `query:"limit" minimum:"1" maximum:"1000" default:"1000"`
	}) (*listBody, error) {
		lock.Lock()
		defer lock.Unlock()
		list := []Note{}
		for id := last; id > 0 && len(list) < in.Limit; id-- {
			if note, ok := notes[id]; ok {
				list = append(list, note)
			}
		}
		return &listBody{list}, nil
	})
	huma.Get(api, "/notes/{id}", func(_ context.Context, in *byID) (*noteBody, error) {
		lock.Lock()
		defer lock.Unlock()
		if note, ok := notes[in.ID]; ok {
			return &noteBody{note}, nil
		}
		return nil, missing
	})
	huma.Put(api, "/notes/{id}", func(_ context.Context, in *struct {
		ID   int `path:"id" minimum:"1"`
		Body NewNote
	}) (*noteBody, error) {
		lock.Lock()
		defer lock.Unlock()
		if _, ok := notes[in.ID]; !ok {
			return nil, missing
		}
		notes[in.ID] = withTags(in.ID, in.Body)
		return &noteBody{notes[in.ID]}, nil
	})
	huma.Delete(api, "/notes/{id}", func(_ context.Context, in *byID) (*struct{}, error) {
		lock.Lock()
		defer lock.Unlock()
		if _, ok := notes[in.ID]; !ok {
			return nil, missing
		}
		delete(notes, in.ID)
		return nil, nil
	})
	fmt.Println(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}
