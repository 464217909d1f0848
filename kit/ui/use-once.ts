import { useState } from 'react'

/** What `create` makes at the first drawing, the same object for as long as the component lives. */
export function useOnce<Made>(create: () => Made): Made {
  return useState(create)[0]
}
