"""The methods of the service, one file each; `scorelite.scoring.service.table` lists them."""
