import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximumEmailLength, isEmail, isExternalLink, isUrl } from './address.ts'

const space = fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000')

test('an e-mail address is accepted in every common form', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(isEmail(address)).toBe(address.length < maximumEmailLength)
    }),
  )
  for (const address of ['a@b.co', 'lin.wei+night@plant-2.example.com', '林@工廠.台灣'])
    expect(isEmail(address)).toBe(true)
})

test('an e-mail address of 254 characters is accepted, one of 255 is not', () => {
  const ofLength = (length: number) => `${'a'.repeat(length - '@plant.test'.length)}@plant.test`
  expect(isEmail(ofLength(254))).toBe(true)
  fc.assert(
    fc.property(fc.integer({ min: maximumEmailLength, max: 100_000 }), (length) => {
      expect(isEmail(ofLength(length))).toBe(false)
    }),
    { numRuns: 30 },
  )
})

test('what lacks a part of an e-mail address, doubles one or holds a space is refused', () => {
  for (const text of [
    '',
    '@',
    'lin',
    'lin@',
    '@plant.test',
    'lin@plant',
    'lin@plant.',
    'lin@plant.t',
    'a@b@c.de',
    '<lin@plant.test>',
  ])
    expect(isEmail(text), text).toBe(false)
  fc.assert(
    fc.property(fc.emailAddress(), space, fc.nat(), (address, space, at) => {
      const place = at % (address.length + 1)
      expect(isEmail(address.slice(0, place) + space + address.slice(place))).toBe(false)
    }),
  )
})

test('no text keeps the check of an e-mail address busy', () => {
  const began = performance.now()
  for (const piece of ['a@', 'a.', '@.', '.']) isEmail(piece.repeat(127))
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a link is external by its scheme alone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('http:', 'https:', 'mailto:', 'tel:', 'HTTPS:'),
      fc.string(),
      (scheme, rest) => {
        expect(isExternalLink(scheme + rest)).toBe(true)
        expect(isExternalLink(`/${scheme}${rest}`)).toBe(false)
      },
    ),
  )
  for (const path of [
    '',
    '/warroomCharts',
    'httpd/log',
    '//evil.example',
    'telemetry',
    'javascript:alert(1)',
    'ftp://plant.test',
  ])
    expect(isExternalLink(path), path).toBe(false)
})

test('a web address is accepted with every part it can have', () => {
  const parts = {
    withFragments: true,
    withQueryParameters: true,
    validSchemes: ['http', 'https', 'ftp'],
  }
  const authority = { withPort: true, withUserInfo: true, withIPv4: true, withIPv6: true }
  fc.assert(
    fc.property(fc.webUrl({ ...parts, authoritySettings: authority }), (url) => {
      expect(isUrl(url)).toBe(true)
    }),
  )
  for (const url of [
    'http://localhost:3000',
    'FTP://files.plant.test/a',
    'http://[::1]:1883/x?y#z',
    'https://工廠.台灣/區',
  ])
    expect(isUrl(url), url).toBe(true)
})

test('other schemes, no host, a space or an impossible port are refused', () => {
  const wrong = [
    '',
    'plant.test',
    '//plant.test',
    'http:plant.test',
    'http://',
    'http:///x',
    'http://-a.test',
    'http://a:65536',
    'http://a b',
  ]
  for (const url of wrong) expect(isUrl(url), url).toBe(false)
  fc.assert(
    fc.property(fc.webUrl(), fc.stringMatching(/^[a-z]{1,8}$/), (url, scheme) => {
      fc.pre(!['http', 'https', 'ftp'].includes(scheme))
      expect(isUrl(url.replace(/^https?/, scheme))).toBe(false)
    }),
  )
})
