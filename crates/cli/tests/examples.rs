//! Every console example of the README and the guide prints what it says.

#[test]
fn examples_of_the_documentation_run() {
    trycmd::TestCases::new().case("../../README.md").case("../../docs/guide.md");
}
