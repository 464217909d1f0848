import { useQueryClient } from '@tanstack/react-query'
import {
  bindCertificate,
  listCertificates,
  unbindCertificate,
} from '#features/devices/contract/certificates.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'

type NewCertificate = { readonly certificate: string } | { readonly subject: string }

/** Another certificate, or subject, with which the device signs in; its form shows failures. */
export function useBindCertificate(lesiId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewCertificate) => call(bindCertificate, { params: { lesiId }, body }),
    onSuccess: () => invalidate(client, listCertificates),
    meta: { quiet: true },
  })
}

export function useUnbindCertificate(lesiId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (certificateId: number) =>
      call(unbindCertificate, { params: { lesiId, certificateId } }),
    onSettled: () => invalidate(client, listCertificates),
  })
}
