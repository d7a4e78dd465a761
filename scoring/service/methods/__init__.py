"""The methods of the service, one file each; `scoring.service.table` lists them."""
