"""Methods of the JSON-RPC interface: for each group a factory of classes and the call of one of them."""
