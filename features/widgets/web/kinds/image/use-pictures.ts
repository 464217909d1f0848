import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addPicture, listPictures, removePicture } from '#features/pictures/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'

/** The pictures of the person, and their changes; failures are shown in a toast. */
export function usePictures() {
  const client = useQueryClient()
  const list = useQuery({ ...queryOf(listPictures, {}), meta: { quiet: true } })
  const outdate = () => invalidate(client, listPictures)
  const add = useMutation({
    mutationFn: async (image: string) => (await call(addPicture, { body: { image } })).data,
    onSuccess: outdate,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(removePicture, { params: { id } }),
    onSuccess: outdate,
  })
  return { pictures: list.data?.data, add, remove }
}
