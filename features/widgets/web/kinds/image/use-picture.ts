import { useEffect, useState } from 'react'
import { kioskPictureFile, pictureFile } from '#features/pictures/contract/routes.ts'
import { callUrl } from '#kit/web/calls/call-url.ts'
import { kioskToken } from '#kit/web/calls/kiosk-token.ts'

/** Address of a picture for a person who is signed in. */
export const pictureAddress = (id: string): string => callUrl(pictureFile.path, { params: { id } })

/**
 * What an image shows of a picture (an empty id: none). Undefined while it is on the way, null
 * where it could not be had.
 */
export function usePicture(id: string): string | null | undefined {
  const token = kioskToken()
  const [fetched, setFetched] = useState<{ readonly id: string; readonly url: string | null }>()
  useEffect(() => {
    if (token === null || id === '') return undefined
    const abort = new AbortController()
    let url: string | null = null
    const show = async () => {
      url = await fetchPicture(id, token, abort.signal)
      if (!abort.signal.aborted) setFetched({ id, url })
      else if (url !== null) URL.revokeObjectURL(url)
    }
    void show()
    return () => {
      abort.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [id, token])
  if (token === null) return pictureAddress(id)
  return fetched?.id === id ? fetched.url : undefined
}

/** An image of the browser itself would send no token: no address may have it. */
async function fetchPicture(
  id: string,
  token: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const path = callUrl(kioskPictureFile.path, { params: { id } })
    const response = await fetch(path, { signal, headers: { Authorization: `Bearer ${token}` } })
    return response.ok ? URL.createObjectURL(await response.blob()) : null
  } catch {
    return null
  }
}
