//! A book service. poem-openapi generates its contract.
use std::{collections::BTreeMap, env, io, sync::Mutex};

use poem::{http::StatusCode, listener::TcpListener, Error, Request, Server};
use poem_openapi::{auth::Basic, param, payload::Json, ApiResponse, Enum, Object, OpenApi, OpenApiService, SecurityScheme};

#[derive(Clone, Enum)]
#[oai(rename_all = "lowercase")]
enum Kind {
    Novel,
    Poetry,
}

#[derive(Object)]
struct NewBook {
    #[oai(validator(min_length = 1, max_length = 80))]
    title: String,
    #[oai(validator(minimum(value = "1"), maximum(value = "5000")))]
    pages: i32,
    kind: Kind,
}

#[derive(Clone, Object)]
struct Book {
    id: i64,
    title: String,
    pages: i32,
    kind: Kind,
}

#[derive(Object)]
struct Problem {
    message: String,
}

#[derive(SecurityScheme)]
#[oai(ty = "basic", checker = "check")]
struct Reader(#[allow(dead_code)] ());

async fn check(_: &Request, login: Basic) -> Option<()> {
    (login.username == "reader" && login.password == "books").then_some(())
}

macro_rules! response {
    ($name:ident, $status:tt, $success:tt $(, $body:ty)?) => {
        #[derive(ApiResponse)]
        #[oai(bad_request_handler = "rejected")]
        enum $name {
            #[oai(status = $status)]
            $success$((Json<$body>))?,
            #[oai(status = 400)]
            Invalid(Json<Problem>),
            #[oai(status = 401)]
            Unauthorized(Json<Problem>),
            #[oai(status = 404)]
            Missing(Json<Problem>),
        }

        impl From<Error> for $name {
            fn from(error: Error) -> Self {
                let problem = Json(Problem { message: error.to_string() });
                match error.status() {
                    StatusCode::UNAUTHORIZED => Self::Unauthorized(problem),
                    StatusCode::NOT_FOUND => Self::Missing(problem),
                    _ => Self::Invalid(problem),
                }
            }
        }
    };
}
response!(Listed, 200, Books, Vec<Book>);
response!(Created, 201, Book, Book);
response!(Read, 200, Book, Book);
response!(Deleted, 204, Done);

fn rejected<T: From<Error>>(error: Error) -> T {
    error.into()
}

fn missing<T: From<Error>>() -> T {
    Error::from_string("There is no such book", StatusCode::NOT_FOUND).into()
}

#[derive(Default)]
struct Shelf(Mutex<BTreeMap<i64, Book>>, Mutex<i64>);

#[OpenApi]
impl Shelf {
    #[oai(path = "/books", method = "get")]
    async fn list(&self, _reader: Reader) -> Listed {
        Listed::Books(Json(self.0.lock().unwrap().values().cloned().collect()))
    }

    #[oai(path = "/books", method = "post")]
    async fn create(&self, _reader: Reader, new: Json<NewBook>) -> Created {
        let mut last = self.1.lock().unwrap();
        *last += 1;
        let book = Book { id: *last, title: new.0.title, pages: new.0.pages, kind: new.0.kind };
        self.0.lock().unwrap().insert(book.id, book.clone());
        Created::Book(Json(book))
    }

    #[oai(path = "/books/:id", method = "get")]
    async fn read(&self, _reader: Reader, id: param::Path<i64>) -> Read {
        self.0.lock().unwrap().get(&id.0).cloned().map_or_else(missing, |book| Read::Book(Json(book)))
    }

    #[oai(path = "/books/:id", method = "delete")]
    async fn delete(&self, _reader: Reader, id: param::Path<i64>) -> Deleted {
        self.0.lock().unwrap().remove(&id.0).map_or_else(missing, |_| Deleted::Done)
    }
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let address = format!("127.0.0.1:{}", env::var("PORT").expect("PORT is the port of the server"));
    let service = OpenApiService::new(Shelf::default(), "Books", "1.0.0");
    let spec = service.spec_endpoint();
    Server::new(TcpListener::bind(address)).run(poem::Route::new().at("/openapi.json", spec).nest("/", service)).await
}
