//! Every console example of the README and the guide prints what it says.

#[test]
fn examples_of_the_documentation_run() {
    trycmd::TestCases::new().case("../../README.md").case("../../docs/guide.md");
}

/// The pictures of the documentation are those that the command draws now.
#[test]
fn pictures_of_the_documentation_are_current() {
    for (arguments, picture) in [
        (&["graph", "candy(3,4)"][..], include_str!("../../../docs/images/candy.svg")),
        (
            &["thermograph", "domineering(2x8)", "--format", "svg"][..],
            include_str!("../../../docs/images/thermograph.svg"),
        ),
        (
            &["table", "candy", "--to", "16x16", "--format", "svg"][..],
            include_str!("../../../docs/images/candy-table.svg"),
        ),
        (
            &["table", "0.77", "--to", "143", "--format", "svg"][..],
            include_str!("../../../docs/images/kayles-table.svg"),
        ),
    ] {
        let output =
            assert_cmd::Command::cargo_bin("grundy").expect("it is built").args(arguments).output().expect("it runs");
        assert!(output.stdout == picture.as_bytes(), "{arguments:?} draws something else now");
    }
}
