/**
 * Everything that the audit records, as `entity.what`. The list is closed, so that every entry has
 * a text in each language.
 */
export const auditActions = [
  'session.sign-in',
  'session.sign-in-failed',
  'session.sign-out',
  'session.switch-role',
  'session.end',
  'session.end-others',
  'profile.update',
  'profile.change-avatar',
  'profile.change-password',
  'profile.reset-password',
  'profile.set-up-second-factor',
  'profile.enable-second-factor',
  'profile.disable-second-factor',
  'profile.use-recovery-code',
  'user.set-up-first-administrator',
  'user.create',
  'user.update',
  'user.remove',
  'user.disable',
  'user.enable',
  'user.reset-link',
  'user.disable-second-factor',
  'user.reset-password',
  'user.first-administrator-link',
  'user.close-demo-account',
  'role.create',
  'role.rename',
  'role.set-permissions',
  'role.remove',
  'device.add',
  'device.rotate-token',
  'device.remove',
  'device.bind',
  'device.unbind',
  'installation.create',
  'installation.adopt',
  'installation.accept-audit-break',
  'installation.remove-broker-sessions',
  'device.issue-pass',
  'device.add-sensors',
  'sensor.configure',
  'product.add',
  'installation.provision-demo',
  'installation.expire-audit',
  'installation.seal-second-factors',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What an entry can be about. */
export const auditEntities = [
  'session',
  'user',
  'role',
  'device',
  'sensor',
  'product',
  'installation',
] as const
export type AuditEntity = (typeof auditEntities)[number]
