"""Drop-ins for programs and libraries that have releases and users."""
