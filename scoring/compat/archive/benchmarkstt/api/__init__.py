"""The methods of the JSON-RPC interface; `rpc.py` answers requests with them."""
