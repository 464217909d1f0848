import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** A certificate with which a device signs in at the broker's TLS port. */
export const DeviceCertificate = z.object({
  id: z.int(),
  /** `certificate`: this one alone; `subject`: whichever the configured authority has issued. */
  by: z.enum(['certificate', 'subject']),
  /** Parts as `CN=PUMP-1`, sorted, with commas between them. */
  subject: z.string(),
  /** SHA-256 in hexadecimal with colons; null: bound by its subject. */
  fingerprint: z.string().nullable(),
  /** ms UTC; of a subject that of the certificate that signed in last, null before. */
  validUntil: z.number().nullable(),
  /** ms UTC */
  createdAt: z.number(),
})
export type DeviceCertificate = z.infer<typeof DeviceCertificate>

const DeviceName = z.object({ lesiId: LesiId })

export const listCertificates = defineRoute({
  method: 'GET',
  path: '/api/devices/:lesiId/certificates',
  summary: 'Certificates with which a device signs in at the TLS port',
  gate: scadaGate,
  params: DeviceName,
  reply: z.object({
    data: z.array(DeviceCertificate),
    meta: z.object({
      /** Whether the broker has a port with TLS. */
      hasTls: z.boolean(),
      /** Whether an authority is configured, whose certificates can be bound by subject. */
      hasAuthority: z.boolean(),
    }),
  }),
})

export const maximumCertificateLength = 16_384
export const maximumSubjectLength = 500

export const bindCertificate = defineRoute({
  method: 'POST',
  path: '/api/devices/:lesiId/certificates',
  summary: 'Binds a certificate to a device: one certificate, or a subject of the authority',
  isMadeOnce: true,
  gate: scadaGate,
  params: DeviceName,
  body: z
    .object({
      /** PEM. */
      certificate: z.string().max(maximumCertificateLength).optional(),
      /** As `CN=PUMP-1, O=Plant`. */
      subject: z.string().trim().max(maximumSubjectLength).optional(),
    })
    .refine(({ certificate, subject }) => (certificate === undefined) !== (subject === undefined), {
      path: ['certificate'],
      ...rule(fieldError('required')),
    }),
  reply: dataOf(DeviceCertificate),
})

export const unbindCertificate = defineRoute({
  method: 'DELETE',
  path: '/api/devices/:lesiId/certificates/:certificateId',
  summary: 'A device no longer signs in with this certificate; its connections end',
  gate: scadaGate,
  params: DeviceName.extend({ certificateId: z.coerce.number().int().min(1).max(2_147_483_647) }),
})
