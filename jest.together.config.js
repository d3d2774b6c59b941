const { readdirSync } = require('node:fs');
const config = require('./jest.config.js');

/** As the ordinary configuration, but that the files of `test/together` run in place of the spec files that they take in. */
const together = (project) => ({ ...project, roots: [`<rootDir>/test/together/${project.displayName}`], testRegex: '\\.ts$' });

const TOGETHER = readdirSync(`${__dirname}/test/together`);

module.exports = {
  ...config,
  projects: config.projects.map((project) => (TOGETHER.includes(project.displayName) ? together(project) : project)),
};
