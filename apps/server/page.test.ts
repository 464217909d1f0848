import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { preloadsFor, publishedPage, type Preloads } from './page.ts'

const screen = { isPublic: false, hasTextsOnDemand: false }
const preloads: Preloads = {
  texts: { en: ['assets/en.js', 'assets/shared.js'], ru: ['assets/ru.js'], vi: [], 'zh-TW': [] },
  signedInTexts: { en: ['assets/all-en.js'] },
  textsOnDemand: { en: ['assets/few-en.js'] },
  frame: ['assets/shell.js', 'assets/shell.css', 'assets/shared.js'],
  screens: [
    { ...screen, path: '/login', isPublic: true, files: ['assets/sign-in.js'] },
    { ...screen, path: '/warroomDashboard', files: ['assets/war-room.js'] },
    { ...screen, path: '/users/$id', hasTextsOnDemand: true, files: ['assets/user.js'] },
    { ...screen, path: '/users/new', files: ['assets/new-user.js'] },
  ],
}
const frame = ['assets/shell.js', 'assets/shell.css', 'assets/shared.js']

const filesFor = (url: string, cookies: Readonly<Record<string, string>> = {}, language = 'en') =>
  preloadsFor({ url, cookies, headers: { 'accept-language': language } }, preloads)

test('RT7 the files of a screen, of the frame and of the language are named once', () => {
  const cookies = { isLogged: '1', language: 'en' }
  expect(filesFor('/warroomDashboard?q=1', cookies)).toEqual([
    ...[...frame, 'assets/war-room.js', 'assets/en.js', 'assets/all-en.js'],
  ])
  expect(filesFor('/', cookies)).toEqual(filesFor('/warroomDashboard', cookies))
  expect(filesFor('/users/7/', cookies)).toContain('assets/user.js')
  expect(filesFor('/users/7/', cookies)).toContain('assets/few-en.js')
  expect(filesFor('/users/new', cookies)).not.toContain('assets/few-en.js')
  expect(filesFor('/users/new', cookies)).toContain('assets/new-user.js')
  expect(filesFor('/users/new', cookies)).not.toContain('assets/user.js')
  expect(filesFor('/no/such/page', cookies)).toEqual([...frame, 'assets/en.js', 'assets/all-en.js'])
})

test('RT7 without a session the files are those of sign-in, whatever was asked for', () => {
  const signIn = ['assets/sign-in.js', 'assets/en.js', 'assets/shared.js']
  for (const url of ['/login?redirect=/', '/warroomDashboard', '/', '/users/7'])
    expect([url, filesFor(url)]).toEqual([url, signIn])
})

test('RT7 the texts are those of the cookie, else of the browser, else English', () => {
  expect(filesFor('/login', { language: 'ru' }, 'en')).toContain('assets/ru.js')
  expect(filesFor('/login', {}, 'de-DE,ru-RU;q=0.9,en;q=0.8')).toContain('assets/ru.js')
  expect(filesFor('/login', {}, 'fr')).toContain('assets/en.js')
})

test('RT7 nothing of what is sent with the request is in the page', () => {
  const texts = ['assets/en.js', 'assets/all-en.js', 'assets/few-en.js', 'assets/ru.js']
  const known = new Set([...frame, ...texts])
  for (const { files } of preloads.screens) for (const file of files) known.add(file)
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (path, language, accepted) => {
      for (const file of filesFor(`/${path}`, { language, isLogged: '1' }, accepted))
        expect(known).toContain(file)
    }),
  )
})

const page = (name: string) => `<head><title>${name}</title></head>`

function publish(directory: string, name: string, list: string | null): void {
  mkdirSync(directory, { recursive: true })
  if (list !== null) writeFileSync(join(directory, 'preloads.json'), list)
  writeFileSync(join(directory, 'new.html'), page(name))
  renameSync(join(directory, 'new.html'), join(directory, 'index.html'))
}

test('RT7 the page of a build without a list, or with one that is broken, is sent as it is', () => {
  const directory = temporaryDirectory()
  const send = publishedPage(directory)
  const request = { url: '/login', cookies: {}, headers: {} }
  expect(send(request)).toMatch(/has not been built/)
  publish(directory, 'one', null)
  expect(send(request)).toBe(page('one'))
  publish(directory, 'two', '{')
  expect(send(request)).toBe(page('two'))
})

test('RT7 a build that is published meanwhile takes the place of the one before', () => {
  const directory = temporaryDirectory()
  const send = publishedPage(directory)
  publish(directory, 'one', JSON.stringify(preloads))
  const first = send({ url: '/login', cookies: {}, headers: {} })
  expect(first).toContain('<title>one')
  expect(first).toContain('<link rel="modulepreload" crossorigin href="/assets/sign-in.js">')
  publish(directory, 'two', JSON.stringify({ ...preloads, screens: [] }))
  const second = send({ url: '/login', cookies: { isLogged: '1' }, headers: {} })
  expect(second).toContain('<title>two')
  expect(second).not.toContain('sign-in')
  expect(second).toContain('<link rel="preload" as="style" crossorigin href="/assets/shell.css">')
})
