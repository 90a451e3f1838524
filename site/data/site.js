import packageJson from '../../package.json' with { type: 'json' };

export default {
  version: packageJson.version,
  repository: packageJson.repository.url.replace(/^git\+|\.git$/g, ''),
  /** Where the site will stand, with a slash at its end. Only the sitemap needs it. */
  url: process.env.SITE_URL?.replace(/\/?$/, '/'),
};
