"""The compose file and the Dockerfile are well formed and agree with the code; no Docker engine is needed for that."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml

from engine.distribution import VERSION

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "docker-compose.yml"
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def read_services() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    return services


def test_compose_file_fits_the_compose_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_opensearch_is_the_version_of_the_local_node() -> None:
    images = {service["image"] for service in read_services().values() if "image" in service}
    assert images == {f"opensearchproject/opensearch:{VERSION}"}


def test_ports_are_published_on_the_loopback_address_only() -> None:
    ports = [port for service in read_services().values() for port in service.get("ports", [])]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_every_service_has_a_memory_limit_and_every_node_a_health_check() -> None:
    services = read_services()
    assert all("mem_limit" in service for service in services.values())
    assert all("healthcheck" in service for name, service in services.items() if name != "page")
    assert "HEALTHCHECK" in DOCKERFILE


def test_the_heap_is_half_of_the_node_s_memory() -> None:
    for service in read_services().values():
        if "image" in service:
            assert (service["mem_limit"], service["environment"]["OPENSEARCH_JAVA_OPTS"]) == ("2g", "-Xms1g -Xmx1g")


def test_three_data_nodes_stand_in_a_profile_of_their_own() -> None:
    nodes = [name for name, service in read_services().items() if service.get("profiles") == ["cluster"]]
    assert nodes == ["data-1", "data-2", "data-3"]
    managers = {read_services()[name]["environment"]["cluster.initial_cluster_manager_nodes"] for name in nodes}
    assert managers == {",".join(nodes)}


def test_the_image_does_not_run_as_root_and_holds_every_room() -> None:
    assert re.search(r"^USER nakhodka$", DOCKERFILE, flags=re.MULTILINE)
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    rooms = {package.split(".")[0] for package in packages}
    assert set(re.findall(r"^COPY ([a-z]+) \1$", DOCKERFILE, flags=re.MULTILINE)) == rooms | {"demo"}
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert all(f"!{room}" in ignored for room in rooms | {"demo"})
