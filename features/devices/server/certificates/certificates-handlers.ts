import { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { subjectOf, subjectOfCertificate } from '#kit/server/devices/device-certificates.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  bindCertificate,
  listCertificates,
  unbindCertificate,
  type DeviceCertificate,
} from '../../contract/certificates.ts'
import {
  changeDevice,
  requireConfigurable,
  type DevicesServices,
} from '../registry/registry-services.ts'
import { fingerprintOf } from './certificate-owners.ts'
import {
  deleteCertificate,
  insertCertificate,
  readCertificates,
  type CertificateRow,
} from './certificates-store.ts'

/** The calls about certificates with which devices sign in. */
export function registerCertificateRoutes(app: FastifyInstance, services: DevicesServices): void {
  const { sql, bus, mqttTls } = services

  serve(app, listCertificates, async ({ caller, params }) => {
    const id = requireConfigurable(services, caller, params.lesiId)
    const rows = await readCertificates(sql, id)
    return {
      data: rows.map(describe),
      meta: { hasTls: mqttTls !== null, hasAuthority: mqttTls?.hasAuthority === true },
    }
  })

  serve(app, bindCertificate, async (call) => {
    const { certificate, subject } = call.body
    const bound =
      certificate === undefined ? ofSubject(subject ?? '', services) : ofCertificate(certificate)
    const row = await changeDevice(
      services,
      call,
      'device.bind-certificate',
      async (transaction, device) => {
        const inserted = await insertCertificate(transaction, { ...bound, deviceId: device.id })
        if (!inserted) throw refusedField(bound.field, fieldError('certificate_taken'))
        return { result: inserted, after: shownOf(inserted) }
      },
    )
    return { data: describe(row) }
  })

  serve(app, unbindCertificate, async (call) => {
    await changeDevice(services, call, 'device.unbind-certificate', async (transaction, { id }) => {
      const row = await deleteCertificate(transaction, id, call.params.certificateId)
      if (!row) throw new AppError('not_found', 'The device has no such certificate')
      return { result: null, before: shownOf(row) }
    })
    bus.emit('deviceCertificateRevoked', { lesiId: call.params.lesiId })
  })
}

function ofSubject(typed: string, { mqttTls }: DevicesServices) {
  const subject = subjectOf(typed)
  if (!mqttTls?.hasAuthority) throw refusedField('subject', fieldError('no_authority'))
  if (!subject.split(', ').every((part) => /^[\w.]+=./.test(part)))
    throw refusedField('subject', fieldError('certificate_subject'))
  return { field: 'subject', fingerprint: null, subject, validUntil: null }
}

function ofCertificate(pem: string) {
  const certificate = parsed(pem)
  return {
    field: 'certificate',
    fingerprint: fingerprintOf(certificate.fingerprint256),
    subject: subjectOfCertificate(certificate),
    validUntil: certificate.validToDate,
  }
}

function parsed(pem: string): X509Certificate {
  // A private key in the file would be a secret that must not be sent here.
  if (pem.includes('PRIVATE KEY')) throw refusedField('certificate', fieldError('private_key'))
  try {
    return new X509Certificate(pem)
  } catch {
    throw refusedField('certificate', fieldError('certificate_pem'))
  }
}

const hexOf = (fingerprint: Buffer) =>
  fingerprint
    .toString('hex')
    .toUpperCase()
    .replaceAll(/..(?!$)/g, '$&:')

const shownOf = ({ fingerprint, subject }: CertificateRow) => ({
  subject,
  ...(fingerprint ? { fingerprint: hexOf(fingerprint) } : {}),
})

function describe(row: CertificateRow): DeviceCertificate {
  return {
    id: row.id,
    by: row.fingerprint ? 'certificate' : 'subject',
    subject: row.subject,
    fingerprint: row.fingerprint && hexOf(row.fingerprint),
    validUntil: row.validUntil?.getTime() ?? null,
    createdAt: row.createdAt.getTime(),
  }
}
