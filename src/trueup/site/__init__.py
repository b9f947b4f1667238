"""The site as files: generated pages for generators that run no plugin, and whether a built site is right."""
