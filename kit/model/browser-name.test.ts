import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

test('SE40 a browser is named, whatever others it names itself', () => {
  const browsers = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 ' +
      'Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like ' +
      'Gecko) Version/18.0 Mobile Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    'curl/8.5.0',
  ].map(browserName)
  expect(browsers).toEqual([
    'Edge, Windows',
    'Chrome, Linux',
    'Safari, iOS',
    'Chrome, Android',
    'Firefox, macOS',
    'curl',
  ])
  expect(browserName('a program of ours')).toBeNull()
})
