"""The native core under the sanitizers of the compiler."""
