"""Where OpenSearch comes from: connection, local node, health, errors. Client exceptions end in this room."""
