"""The methods of the JSON-RPC interface; scoring/service answers requests with them."""
