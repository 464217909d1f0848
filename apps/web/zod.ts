import { config } from 'zod/v4'

// The build puts this module in the place of `zod`, so that it runs before any schema is made, in
// whichever piece that happens: schemas must not try `new Function`, because the content security
// policy forbids it and reports every try.
config({ jitless: true })

export * from 'zod/v4'
