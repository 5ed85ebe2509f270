import { expect, test } from 'vitest'
import { checkedRedirect } from './redirects.ts'

const site = 'https://growth.example'

test.each(['https://growth.example/', 'https://growth.example/reset?a=1#b', 'https://growth.example:443/x'])(
  'accepts the redirect URL %s',
  (target) => expect(checkedRedirect(site, target)).toBe(new URL(target).href),
)

test.each([
  undefined,
  '',
  '/reset',
  'http://growth.example/',
  'https://growth.example:8443/',
  'https://sub.growth.example/',
  'https://growth.example@evil.example/',
  'https://user:pass@growth.example/',
  'https://:pass@growth.example/',
  'blob:https://growth.example/7',
  'javascript:alert(1)//https://growth.example',
  'data:text/html,x',
])('replaces the redirect URL %s with the site', (target) => expect(checkedRedirect(site, target)).toBe(site))
