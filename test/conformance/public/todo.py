"""A to-do service. FastAPI generates its contract."""
from typing import Annotated
from uuid import UUID, uuid4

from fastapi import Depends, FastAPI, HTTPException, Query, Response
from fastapi.security import APIKeyHeader
from pydantic import BaseModel, ConfigDict, Field

key = APIKeyHeader(name="X-API-Key")


class NewTask(BaseModel):
    model_config = ConfigDict(strict=True)

    title: Annotated[str, Field(min_length=1, max_length=100)]
    priority: Annotated[int, Field(ge=1, le=5)] = 3
    done: bool = False


class Task(NewTask):
    id: UUID


class Problem(BaseModel):
    detail: str


def check(given: Annotated[str, Depends(key)]):
    if given != "todo-key":
        raise HTTPException(401, "The key is wrong")


refused = {401: {"model": Problem}}
missing = {**refused, 404: {"model": Problem}}
app = FastAPI(title="To-do", version="1.0.0", dependencies=[Depends(check)], responses=refused)
tasks: dict[UUID, Task] = {}


def task_of(id: UUID) -> Task:
    if id not in tasks:
        raise HTTPException(404, "There is no such task")
    return tasks[id]


@app.get("/tasks")
def list_tasks(done: bool | None = None, limit: Annotated[int, Query(ge=1, le=1000)] = 1000) -> list[Task]:
    return [task for task in tasks.values() if done is None or task.done == done][-limit:]


@app.post("/tasks", status_code=201)
def create_task(new: NewTask) -> Task:
    task = Task(id=uuid4(), **new.model_dump())
    tasks[task.id] = task
    return task


@app.get("/tasks/{id}", responses=missing)
def read_task(task: Annotated[Task, Depends(task_of)]) -> Task:
    return task


@app.put("/tasks/{id}", responses=missing)
def replace_task(task: Annotated[Task, Depends(task_of)], new: NewTask) -> Task:
    tasks[task.id] = Task(id=task.id, **new.model_dump())
    return tasks[task.id]


@app.delete("/tasks/{id}", status_code=204, responses=missing)
def delete_task(task: Annotated[Task, Depends(task_of)]) -> Response:
    del tasks[task.id]
    return Response(status_code=204)
